// Preloaded into processes that are not ours (next start): they must not outlive a parent that was killed with -9.
if (process.send) process.on('disconnect', () => process.exit(0))
