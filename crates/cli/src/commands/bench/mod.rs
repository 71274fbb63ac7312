//! `bench`: what this machine makes of it.
pub(super) mod load;
pub(super) mod local;

use std::time::Duration;

/// A time to the millisecond.
fn seconds(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1e3).round() / 1e3
}

/// The processor time of this process so far; nothing where the system does not tell.
fn spent_cpu() -> Duration {
    // Fields 14 and 15 after the command's closing parenthesis: user and system time, in hundredths of a second on Linux.
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit_once(')').map(|(_, rest)| rest).unwrap_or_default();
    let ticks: u64 = fields.split_whitespace().skip(11).take(2).filter_map(|it| it.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

/// The most memory this process has held, in megabytes; nothing where the system does not tell.
fn peak_mb() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = line.split_whitespace().next()?.parse().ok()?;
    Some((kilobytes / 102.4).round() / 10.0)
}
