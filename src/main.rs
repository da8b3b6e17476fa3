//! The `sgi` command.

fn main() -> std::process::ExitCode {
    sgi::cli::main()
}
