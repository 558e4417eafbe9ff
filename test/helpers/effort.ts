/** How much a test makes this process work, for tests of what must not take long. */

/**
 * CPU time that this process has used, ms. Unlike the time of day it stands still while other
 * processes have the processor.
 */
export function effort(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
