"""Runs the flows: functions with a plain name that take a `Stand`."""

import asyncio
import importlib
import inspect
import re
import tempfile
import time
import traceback
from pathlib import Path

from playwright.async_api import async_playwright

from . import tools
from .runs import Stand

PARTS = ["ending", "picking", "choosing", "looking", "hostile", "living", "reading"]
# How many flows run at a time.
SEATS = 6
PICTURES = tools.ENVIRONMENT / "failed"


def all_flows():
    """The flows of all parts; those that take longest come first."""
    found = []
    for part in PARTS:
        module = importlib.import_module(f".{part}", __package__)
        for function in vars(module).values():
            is_own = getattr(function, "__module__", None) == module.__name__
            # All that visit the page; others help them.
            if is_own and asyncio.iscoroutinefunction(function) and list(inspect.signature(function).parameters) == ["stand"]:
                found.append(function)
    return sorted(found, key=lambda function: not hasattr(function, "is_long"))


def takes_long(function):
    """Marks a flow that waits most of its time: it begins first and takes no seat."""
    function.is_long = True
    return function


async def run_flow(function, browser, folder, seats):
    """Why a flow failed; `None` if it held."""
    stand = Stand(folder / function.__name__, browser)
    async with seats:
        start = time.monotonic()
        try:
            await function(stand)
            if stand.complaints:
                raise AssertionError("\n".join(stand.complaints))
            return None
        except Exception:  # whatever it is, the flow failed
            said = traceback.format_exc(limit=-4)
            for index, visitor in enumerate(stand.visitors):
                said += f"photopick said: {visitor.picker.said.decode(errors='replace')}\n"
                try:
                    path = PICTURES / f"{function.__name__}-{index}.png"
                    await visitor.page.screenshot(path=path, timeout=2000)
                    said += f"The page: {path}\n"
                except Exception:
                    pass
            if stand.complaints:
                said += "\n".join(stand.complaints) + "\n"
            return said
        finally:
            await stand.leave()
            function.seconds = time.monotonic() - start


async def run(browser_path, wanted):
    """Runs all flows whose names match; the number of those that failed."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for old in PICTURES.iterdir():
        old.unlink()
    functions = [function for function in all_flows() if re.search(wanted, function.__name__)]
    seats, free = asyncio.Semaphore(SEATS), asyncio.Semaphore(len(functions) or 1)
    start, failed = time.monotonic(), 0
    with tempfile.TemporaryDirectory(prefix="photopick-page-", ignore_cleanup_errors=True) as name:
        async with async_playwright() as playwright:
            browser = await tools.launch(playwright, browser_path)
            runs = [
                run_flow(function, browser, Path(name).resolve(), free if hasattr(function, "is_long") else seats)
                for function in functions]
            for function, said in zip(functions, await asyncio.gather(*runs)):
                title = function.__name__.replace("_", " ")
                # A browser that waits for a processor loses clicks: what fails alone too has failed.
                alone = said and await run_flow(function, browser, Path(name).resolve() / "again", free)
                if alone:
                    failed += 1
                    print(f"FAILED {title}: {function.__doc__}\n{alone}")
                elif said:
                    print(f"notice: a flow of the page failed beside others and held alone: {title}\n{said}", flush=True)
                else:
                    print(f"{function.seconds:5.1f} s  {title}")
            version = browser.version
            await browser.close()
    print(f"{len(functions)} flows in {browser.browser_type.name} {version}, {failed} failed, {time.monotonic() - start:.0f} s")
    return failed
