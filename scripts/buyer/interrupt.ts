/** Ctrl-C during a purchase. */

/** What is known when somebody leaves: `job` is the poll address once a job was accepted. */
export interface Interrupted {
  hasPaid: boolean
  job?: string
}

/** What becomes of the payment, and how to go on. */
export function leavingMessage({ job, hasPaid }: Interrupted): string {
  if (job !== undefined) {
    return `The job goes on. It is charged only when a poll finds it completed. To go on:\n  npm run buy -- resume "${job}"`
  }
  if (!hasPaid) return 'Nothing was charged.'
  return 'You are charged for words that had arrived, and for work that ends without you; for nothing else.'
}

/** Prints the message when the user presses Ctrl-C, and ends the process as the signal would. */
export function onInterrupt(state: Interrupted): Interrupted {
  process.once('SIGINT', () => {
    process.stderr.write(`\n${leavingMessage(state)}\n`)
    process.kill(process.pid, 'SIGINT')
  })
  return state
}
