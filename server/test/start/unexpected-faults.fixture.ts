/** Loaded before the service: its signals cause faults that nobody handles. */
process.on('SIGUSR2', () => {
  throw new Error('thrown');
});
process.on('SIGWINCH', () => {
  Promise.reject(new Error('rejected'));
});
