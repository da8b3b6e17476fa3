//! The `sgi` command.

#[global_allocator]
static ALLOCATOR: sgi::base::memory::CountingAllocator = sgi::base::memory::CountingAllocator;

fn main() -> std::process::ExitCode {
    sgi::cli::main()
}
