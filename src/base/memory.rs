//! How much the process has allocated, whoever did it: what nobody charged beforehand is seen here.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

/// The system's allocator, which counts. The program `sgi` allocates through it; a program that uses the library may
/// (`#[global_allocator]`), and without it nothing is counted.
///
/// Once there is a [`bound`](set_bound), an allocation that would pass it never returns: there is no way to say "no" to
/// whoever allocates without ending the process, and that is for the one who set the bound, who finds
/// [`is_full`] and may take what he needs ([`unbounded`]).
#[derive(Debug)]
pub struct CountingAllocator;

/// Bytes of all allocations that live, but for what the threads have not told yet.
static LIVE: AtomicI64 = AtomicI64::new(0);
/// The most that may live.
static BOUND: AtomicI64 = AtomicI64::new(i64::MAX);
/// Whether an allocation was held back.
static FULL: AtomicBool = AtomicBool::new(false);

/// A thread tells of its allocations when so many bytes have come together.
const BATCH: i64 = 32 << 10;

thread_local! {
    /// What this thread has allocated, less what it has let go, since it told last.
    static UNTOLD: Cell<i64> = const { Cell::new(0) };
    /// Whether this thread may pass the bound.
    static EXEMPT: Cell<bool> = const { Cell::new(false) };
}

/// Bytes that the process has allocated and not let go; 0 where [`CountingAllocator`] is not used.
#[must_use]
pub fn allocated() -> u64 {
    u64::try_from(LIVE.load(Ordering::Relaxed)).unwrap_or(0)
}

/// From now on allocations beyond so many bytes are held back.
pub fn set_bound(bytes: u64) {
    BOUND.store(i64::try_from(bytes).unwrap_or(i64::MAX), Ordering::Relaxed);
}

/// Whether an allocation was held back: the process is to be ended.
#[must_use]
pub fn is_full() -> bool {
    FULL.load(Ordering::Relaxed)
}

/// Runs `work`, whose allocations are not held back: it is short, or writes the last words.
pub fn unbounded<T>(work: impl FnOnce() -> T) -> T {
    let before = EXEMPT.with(|exempt| exempt.replace(true));
    let result = work();
    EXEMPT.with(|exempt| exempt.set(before));
    result
}

/// What an allocation takes of the system's heap: a header, sizes in steps, and at least two of them.
fn taken(size: usize) -> i64 {
    i64::try_from(((size + 23) & !15).max(32)).unwrap_or(i64::MAX >> 1)
}

/// Notes that `change` more bytes are taken; does not return when they are too many.
#[inline]
fn note(change: i64) {
    let untold = UNTOLD.get().saturating_add(change);
    if untold.abs() < BATCH {
        UNTOLD.set(untold);
    } else {
        UNTOLD.set(0);
        tell(untold);
    }
}

/// Allocates `change` more bytes, unless the system has none.
#[inline]
fn counted(change: i64, allocate: impl FnOnce() -> *mut u8) -> *mut u8 {
    note(change);
    let place = allocate();
    if place.is_null() {
        note(-change);
    }
    place
}

#[cold]
fn tell(untold: i64) {
    let live = LIVE.fetch_add(untold, Ordering::Relaxed).saturating_add(untold);
    if untold > 0 && live > BOUND.load(Ordering::Relaxed) && !EXEMPT.get() {
        FULL.store(true, Ordering::Relaxed);
        loop {
            std::thread::sleep(Duration::from_secs(1));
        }
    }
}

// SAFETY: every call is handed to the system's allocator as it came, so that its guarantees are those of `System`.
// Counting allocates nothing: it writes atomics and thread-local cells that need no initialisation and no destructor.
unsafe impl GlobalAlloc for CountingAllocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are those that `System` asks for.
        counted(taken(layout.size()), || unsafe { System.alloc(layout) })
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        counted(taken(layout.size()), || unsafe { System.alloc_zeroed(layout) })
    }

    #[inline]
    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: as above.
        counted(taken(new_size) - taken(layout.size()), || unsafe { System.realloc(ptr, layout, new_size) })
    }

    #[inline]
    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        note(-taken(layout.size()));
        // SAFETY: as above.
        unsafe { System.dealloc(ptr, layout) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_let_go_is_given_back_and_an_exempt_thread_is_not_held_back() {
        // The tests allocate through the system's allocator, so that nothing else is counted here.
        let layout = Layout::from_size_align(1 << 20, 8).expect("a layout");
        // SAFETY: the layout is not empty, the pointer is the allocator's own, and the sizes are as asked for.
        unsafe {
            let first = CountingAllocator.alloc_zeroed(layout);
            assert!((1 << 20..2 << 20).contains(&allocated()), "{}", allocated());
            let larger = CountingAllocator.realloc(first, layout, 3 << 20);
            assert!((3 << 20..4 << 20).contains(&allocated()), "{}", allocated());
            set_bound(1 << 20);
            unbounded(|| {
                let more = CountingAllocator.alloc(layout);
                CountingAllocator.dealloc(more, layout);
            });
            set_bound(u64::MAX);
            CountingAllocator.dealloc(larger, Layout::from_size_align(3 << 20, 8).expect("a layout"));
        }
        assert!(allocated() < 1 << 20 && !is_full());
    }
}
