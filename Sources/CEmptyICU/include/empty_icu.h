// Nothing is called here: linking this target is all it takes. See empty_icu.c.
