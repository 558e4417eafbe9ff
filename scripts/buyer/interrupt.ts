/** Ctrl-C during a purchase. */

/**
 * What is known at Ctrl-C. `hasSigned`: a payment was or is being signed. `job` is the poll
 * address, once a job was accepted.
 */
export interface Interrupted {
  hasSigned: boolean
  job?: string
}

/** Says what happens to the payment, and how to resume. */
export function leavingMessage({ job, hasSigned }: Interrupted): string {
  if (job !== undefined) {
    return (
      `The job continues. It is charged only when a poll finds it completed. To resume:\n  ` +
      `npm run buy -- resume "${job}"`
    )
  }
  if (!hasSigned) return 'Nothing was charged.'
  return 'You are charged only for text that had arrived, and for work that finishes without you.'
}

/** Prints the message on Ctrl-C, and ends the process as the signal would. */
export function onInterrupt(state: Interrupted): Interrupted {
  process.once('SIGINT', () => {
    process.stderr.write(`\n${leavingMessage(state)}\n`)
    process.kill(process.pid, 'SIGINT')
  })
  return state
}
