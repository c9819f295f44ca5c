# debugger.cmake: the tests in which a debugger runs the programs of this build.
#
# Each worked session of docs/debugging.md is played and compared with the page; and tests of stages
# 2 and 3 run once more with a stop at each step of each task.
#
# The one thing to know: where they make no sense they are skipped, with a sentence. The page shows
# what g++ 12, Catch2 2 and gdb 13 make of a build without optimisation, and clang 19 and lldb 19.
set(sessions_folder ${PROJECT_SOURCE_DIR}/docs/gdb/sessions)

# aio_debugger_test(NAME COMMAND...): skipped where the command ends with 77.
function(aio_debugger_test name)
    add_test(NAME ${name} COMMAND ${ARGN})
    set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77)
endfunction()

# aio_sessions(DEBUGGER ENDING FOLDER): a test for each session in the folder.
function(aio_sessions debugger ending folder)
    file(GLOB sessions CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${folder}/*.${ending})
    foreach(session ${sessions})
        cmake_path(GET session STEM name)
        aio_debugger_test("${debugger}: the session ${name} is the one on the page"
            ${sessions_folder}/run check ${CMAKE_RUNTIME_OUTPUT_DIRECTORY} ${session})
    endforeach()
endfunction()

set(no_gdb)
if(CMAKE_UNITY_BUILD)
    set(no_gdb "several files are compiled as one in this build.")
elseif(AIO_SANITIZE)
    set(no_gdb "this build has sanitizers in it.")
elseif(NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
    set(no_gdb "this build is optimised.")
elseif(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR NOT CMAKE_CXX_COMPILER_VERSION MATCHES "^12\\.")
    set(no_gdb "the page shows programs that g++ 12 built.")
elseif(NOT Catch2_VERSION MATCHES "^2\\.")
    set(no_gdb "the page shows test programs with version 2 of Catch2.")
endif()

if(no_gdb)
    aio_debugger_test("gdb: the sessions are those on the page"
        sh -c "echo 'Skipped: ${no_gdb}' && exit 77")
else()
    aio_sessions(gdb gdb ${sessions_folder})
    foreach(spec "test_stage2 [task],[future],[L40]" "test_stage3 [L52],[L55],[L63],[L65]")
        separate_arguments(words UNIX_COMMAND "${spec}")
        list(POP_FRONT words program)
        aio_debugger_test("gdb: stopping at each step changes nothing in ${program}"
            ${PROJECT_SOURCE_DIR}/docs/gdb/stops $<TARGET_FILE:${program}> ${words})
    endforeach()
endif()

if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^19\\."
        AND CMAKE_BUILD_TYPE STREQUAL "Debug" AND NOT AIO_SANITIZE)
    # What the sessions look at, whatever else this build leaves out of its debug information.
    foreach(target aio_loop stage2_02_generator stage3_05_destroyed_but_pending)
        target_compile_options(${target} PRIVATE -g)
    endforeach()
    aio_sessions(lldb lldb ${PROJECT_SOURCE_DIR}/docs/lldb/sessions)
endif()
