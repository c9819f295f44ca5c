# values.py: reads the library's and the standard library's objects out of the program's memory.
#
# The one thing to know: no function of the program is called. What a member function would say is
# worked out here from the data members, so a change of those is a change here, too.
import gdb

VOID_POINTER = gdb.lookup_type("void").pointer()


def plain(value):
    """The object behind a reference, a pointer, a std::unique_ptr or a std::shared_ptr."""
    while True:
        kind = value.type.strip_typedefs()
        if kind.code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
            value = value.referenced_value()
        elif is_pointer_to_object(kind):
            value = value.dereference()
        elif name_of(kind).startswith("std::unique_ptr<"):
            value = unique_pointer(value)
        elif name_of(kind).startswith("std::shared_ptr<"):
            value = value["_M_ptr"]
        else:
            return value


def is_pointer_to_object(kind):
    if kind.code != gdb.TYPE_CODE_PTR:
        return False
    return kind.target().strip_typedefs().code != gdb.TYPE_CODE_VOID


def name_of(kind):
    """The name of a type, without const and typedefs; empty if it has none."""
    return kind.strip_typedefs().unqualified().name or ""


def is_a(value, name):
    """True if the value is of this class, an instance of this template, or derived from it."""
    return as_base(value, name) is not None


def as_base(value, name):
    """The part of an object that is of the class `name`: itself, or one of its bases."""
    kind = value.type.strip_typedefs()
    if kind.code != gdb.TYPE_CODE_STRUCT:
        return None
    full = name_of(kind)
    if full == name or full.startswith(name + "<"):
        return value
    for field in kind.fields():
        if field.is_base_class:
            found = as_base(value[field], name)
            if found is not None:
                return found
    return None


def member(value, name):
    """A data member, or None if the class has no such member."""
    try:
        return value[name]
    except (gdb.error, KeyError):
        return None


def dynamic(value):
    """An object as what it really is, by its table of virtual functions."""
    try:
        return value.cast(value.dynamic_type)
    except gdb.error:
        return value


def unique_pointer(value):
    """The pointer in a std::unique_ptr. With an empty deleter it is all that is in there."""
    target = value.type.strip_typedefs().template_argument(0)
    return value.address.cast(target.pointer().pointer()).dereference()


def pointer_at(address):
    """The pointer that is stored at an address."""
    return int(gdb.Value(address).cast(VOID_POINTER.pointer()).dereference())


def text(value):
    """What stands in a std::string."""
    try:
        return value["_M_dataplus"]["_M_p"].string(length=int(value["_M_string_length"]))
    except gdb.error:
        return str(value).strip('"')


def shown(value):
    """A value on one line, shortened; of an object without a printer, its class."""
    kind = value.type.strip_typedefs()
    if kind.code == gdb.TYPE_CODE_STRUCT and gdb.default_visualizer(value) is None:
        return name_of(dynamic(value).type) + " {...}"
    try:
        line = " ".join(value.format_string(max_elements=40, max_depth=1, symbols=False).split())
    except (gdb.error, RuntimeError):
        return "<cannot be read>"
    return line if len(line) <= 100 else line[:96] + " ..."


def elements_of_list(value):
    """How many elements a std::list has."""
    return int(value["_M_impl"]["_M_node"]["_M_size"])
