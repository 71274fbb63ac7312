//! The default model of this machine.
use super::catalog;
use super::weight::Weight;
use std::fs;
use std::path::Path;

/// Memory of the larger model while it runs, with some to spare. Ours: measured 1.8 to 2.1 GB.
const MEMORY: u64 = 2_400_000_000;
/// Its file, and two slices during the download.
const DISK: u64 = 1_300_000_000;

/// The larger model if memory and disk allow it, else the smaller one. An unknown figure counts as enough.
pub fn choose(memory: Option<u64>, disk: Option<u64>) -> &'static Weight {
    let is_enough = |have: Option<u64>, needed: u64| have.is_none_or(|it| it >= needed);
    if is_enough(memory, MEMORY) && is_enough(disk, DISK) { catalog::LARGE } else { catalog::SMALL }
}

/// How much memory a process may still allocate, in bytes; `None` if the system does not say.
pub fn memory() -> Option<u64> {
    let free = available(&fs::read_to_string("/proc/meminfo").ok()?)?;
    let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let group = group_room(Path::new("/sys/fs/cgroup"), &own);
    [group, address_room()].into_iter().flatten().chain([free]).min()
}

/// Bytes left under this process's address space limit (`ulimit -v`).
fn address_room() -> Option<u64> {
    let most = rustix::process::getrlimit(rustix::process::Resource::As).current?;
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmSize:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(most.saturating_sub(kibibytes * 1024))
}

/// `MemAvailable` of `/proc/meminfo`, in bytes.
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|it| it.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// The least memory left in this process's control group (version 2) or a parent of it; `None` if none is limited.
fn group_room(root: &Path, own: &str) -> Option<u64> {
    let path = own.lines().find_map(|it| it.strip_prefix("0::/"))?;
    let group = root.join(path);
    group.ancestors().take_while(|it| it.starts_with(root)).filter_map(room).min()
}

fn room(group: &Path) -> Option<u64> {
    let read = |name: &str| fs::read_to_string(group.join(name)).ok();
    // No limit is written as `max`.
    let most: u64 = read("memory.max")?.trim().parse().ok()?;
    let used: u64 = read("memory.current")?.trim().parse().ok()?;
    // Page cache counts as used and is dropped when memory is needed: a weight just fetched is in it.
    let stat = read("memory.stat").unwrap_or_default();
    let dropped = stat.lines().find_map(|it| it.strip_prefix("inactive_file ")?.parse().ok()).unwrap_or(0);
    Some(most.saturating_sub(used.saturating_sub(dropped)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// O-07: the default model fits the machine.
    #[test]
    fn a_machine_gets_what_it_can_hold() {
        let rows = [
            (Some(2_400_000_000), Some(1_300_000_000), "qwen2.5-coder-1.5b"),
            (Some(2_399_999_999), Some(1_300_000_000), "smollm2-135m"),
            (Some(16_000_000_000), Some(1_299_999_999), "smollm2-135m"),
            (None, Some(1_300_000_000), "qwen2.5-coder-1.5b"),
            (Some(16_000_000_000), None, "qwen2.5-coder-1.5b"),
            (None, Some(0), "smollm2-135m"),
        ];
        for (memory, disk, expected) in rows {
            assert_eq!(choose(memory, disk).name, expected, "{memory:?} {disk:?}");
        }
    }

    #[test]
    fn the_kernel_tells_what_is_available() {
        let meminfo = "MemTotal:       16384 kB\nMemFree:         1024 kB\nMemAvailable:    2048 kB\n";
        assert_eq!(available(meminfo), Some(2_097_152));
        assert_eq!(available("MemTotal: 1 kB\n"), None);
    }

    #[test]
    fn the_narrowest_group_counts() {
        let root = tempfile::tempdir().unwrap();
        let write = |group: &str, max: &str, current: &str, stat: &str| {
            let group = root.path().join(group);
            fs::create_dir_all(&group).unwrap();
            for (name, text) in [("memory.max", max), ("memory.current", current), ("memory.stat", stat)] {
                fs::write(group.join(name), text).unwrap();
            }
        };
        let room = |own: &str| group_room(root.path(), own);
        assert_eq!(room("0::/pod/box\n"), None);
        write("pod/box", "max\n", "10\n", "");
        assert_eq!(room("0::/pod/box\n"), None);
        write("pod", "1000\n", "900\n", "anon 1\ninactive_file 300\n");
        assert_eq!(room("0::/pod/box\n"), Some(400));
        write("pod/box", "500\n", "600\n", "");
        assert_eq!(room("0::/pod/box\n"), Some(0));
        assert_eq!(room("1:memory:/pod\n"), None);
    }
}
