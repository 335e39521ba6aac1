"""Starts MiniStack with its repairs and with the check of every request. The first line of standard input is the secret of the
account's root. When standard input ends, because the process that started it has ended, the whole process group with its
Lambda workers is killed, unless the line "keep" came before."""

import os
import signal
import sys
import threading

# Python writes no compiled code next to these files.
sys.dont_write_bytecode = True
import emulator_access
import emulator_repairs

sys.dont_write_bytecode = False


def end_with_parent():
    if sys.stdin.buffer.readline() != b"keep\n" and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    root_secret = sys.stdin.buffer.readline().decode().strip()
    threading.Thread(target=end_with_parent, daemon=True).start()
    emulator_access.replace_credentials(root_secret)
    emulator_repairs.evaluate_timeouts()
    emulator_repairs.refer_to_secrets_by_arn()
    emulator_repairs.tell_errors_by_name()
    emulator_repairs.retry_failed_items()
    emulator_repairs.name_the_shard_in_windows()
    emulator_repairs.parse_expressions_once()
    emulator_repairs.parse_policies_once()
    emulator_repairs.begin_pages_where_the_last_ended()
    emulator_repairs.query_as_athena()
    emulator_repairs.know_streams_by_arn()
    emulator_repairs.know_log_groups_by_arn()
    emulator_repairs.batches_need_the_right_of_one()
    emulator_repairs.keep_the_slash_at_the_end()
    emulator_repairs.count_the_loopback_as_tls()
    emulator_access.guard(root_secret)
    from ministack.app import main

    main()
