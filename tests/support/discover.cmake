# Brings catch_discover_tests(). Catch2 version 2 and version 3 have it in a script of the same
# name: an installed Catch2 keeps it beside its package file, a fetched one under extras/.
if(Catch2_DIR)
    include(${Catch2_DIR}/Catch.cmake)
else()
    include(${catch2_SOURCE_DIR}/extras/Catch.cmake)
endif()
