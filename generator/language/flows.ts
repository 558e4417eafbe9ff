/** The keys of a flow in flows.yaml. */
import { JOB_KEYS } from './jobs.ts'
import { keysOf } from './key.ts'

/** The times of the jobs of a flow, for routes that leave them out. */
export const FLOW_KEYS = keysOf({
  inline: JOB_KEYS.inline,
  stall: JOB_KEYS.stall,
  keep: JOB_KEYS.keep,
})
