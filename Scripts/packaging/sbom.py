"""Writes the software bill of materials (SPDX 2.3, JSON)."""

import hashlib
import json
import re

import facts

PROGRAM = "SPDXRef-photopick"


def identifier(*parts):
    """An identifier (SPDX 2.3, 3.2): letters, digits, dots and hyphens."""
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", "-".join(parts))


def package(reference, name, version, location="NOASSERTION", licence="NOASSERTION", supplier="NOASSERTION", **more):
    return {
        "SPDXID": reference, "name": name, "versionInfo": version, "downloadLocation": location,
        "filesAnalyzed": False, "licenseConcluded": "NOASSERTION", "licenseDeclared": licence,
        "copyrightText": "NOASSERTION", "supplier": supplier, **more,
    }


def relation(kind, other, comment=None):
    entry = {"spdxElementId": PROGRAM, "relationshipType": kind, "relatedSpdxElement": other}
    if comment:
        entry["comment"] = comment
    return entry


def of_system(library, release):
    """Returns the package of this system that contains a library."""
    address = f"pkg:deb/{release.system.rstrip('0123456789.')}/{library.package}@{library.version}" \
              f"?arch={release.architecture}&distro={release.system}"
    reference = {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": address}
    return package(
        identifier(library.package), library.package, library.version, externalRefs=[reference],
        supplier=f"Organization: {release.system_name}")


def write(release, libraries, folder):
    packages = [package(
        PROGRAM, "photopick", release.version, licence="MIT", supplier="Organization: photopick contributors",
        sourceInfo=f"built from commit {release.commit}", primaryPackagePurpose="APPLICATION",
        checksums=[{"algorithm": "SHA256", "checksumValue": hashlib.sha256(release.program.read_bytes()).hexdigest()}])]
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": PROGRAM}]
    linked = [package(identifier("swift", name), name, version, f"git+{location}@{version}", licence)
              for name, version, location, licence in release.swift_packages()]
    linked.append(package(
        identifier("swift", "runtime"), "swift-runtime", release.swift_version, licence=facts.SWIFT_LICENCE,
        supplier="Organization: Swift project", comment="Swift's standard library, Dispatch and FoundationEssentials."))
    data = package(
        "SPDXRef-places", "places.dat", release.version, licence="ODbL-1.0 AND CC-BY-4.0",
        comment="Borders and time zones of OpenStreetMap, cities of GeoNames.", primaryPackagePurpose="DATA")
    packages += [data, *linked]
    relations.append(relation("CONTAINS", data["SPDXID"]))
    relations += [relation("STATIC_LINK", each["SPDXID"]) for each in linked]
    seen = set()
    for kind, found in (("DYNAMIC_LINK", libraries.linked), ("OPTIONAL_DEPENDENCY_OF", libraries.loaded_late)):
        for library in found:
            if library.package not in seen:
                seen.add(library.package)
                packages.append(of_system(library, release))
            other = relation(kind, identifier(library.package), library.name)
            if kind == "OPTIONAL_DEPENDENCY_OF":
                # The relation is reversed: the library is an optional dependency of the application.
                other["spdxElementId"], other["relatedSpdxElement"] = other["relatedSpdxElement"], PROGRAM
            relations.append(other)
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"photopick-{release.version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/photopick-{release.version}-{release.system}-{release.commit}",
        "creationInfo": {
            "created": release.moment.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: Scripts/release"]},
        "packages": packages, "relationships": relations,
    }
    (folder / f"photopick-{release.version}.spdx.json").write_text(json.dumps(document, indent=2) + "\n")
