/** The keys of `job:`. */
import { treeMap } from '../shape/schema.ts'
import { keysOf } from './key.ts'
import { shapeOnly } from './shared.ts'

/** The keys of the jobs of a route. */
export const JOB_KEYS = keysOf({
  object: {
    kind: 'text',
    about: '`object` of the job',
    example: 'object: image.generation',
    needed: true,
    member: 'object',
    rank: 10,
  },
  store: {
    kind: 'text',
    about: 'Name of the job store; routes may share one',
    example: 'store: images',
    needed: true,
    member: 'store',
    rank: 20,
  },
  poll: {
    kind: 'text',
    about: 'Poll path with {id}',
    example: "poll: '/things/{id}'",
    shape: { pattern: '^/\\S*\\{id\\}\\S*$', patternErrorMessage: 'a path with {id}' },
    needed: true,
    member: 'poll',
    rank: 30,
  },
  inline: {
    kind: 'duration',
    about: 'How long the call waits before it hands out a job',
    example: 'inline: 30s',
    note:
      'A `hybrid_job` waits for the result, a `polled_job` until the upstream has accepted ' +
      'the work. `flows.yaml` has the time for routes that do not say.',
    member: 'inline',
    rank: 40,
  },
  stall: {
    kind: 'duration',
    about: 'A job that has not ended by then has failed',
    example: 'stall: 10m',
    member: 'stall',
    rank: 50,
  },
  keep: {
    kind: 'duration',
    about: 'How long it can be polled',
    example: 'keep: 1d',
    member: 'keep',
    rank: 60,
  },
  skip_inline: {
    kind: 'condition',
    about: 'When the call does not wait at all',
    example: 'skip_inline: body.async',
    shape: { type: ['string', 'boolean'] },
    member: 'skipInline',
    rank: 70,
    sees: 'gated',
    notWith: { polled_job: 'the submit of a polled job never has the result' },
  },
  echo: {
    kind: 'tree',
    about: 'What is kept of the request, for the views of the job: they read it as job.echo',
    example: 'echo: { model: =model.id, n: =body.n }',
    member: 'echo',
    rank: 80,
    sees: 'gated',
  },
  signed: {
    kind: 'signed',
    about:
      'Billed facts that stand, signed, in the query of the poll address; absent ones are left out',
    example: 'signed: { seconds: =body.duration }',
    shape: shapeOnly(treeMap('')),
    member: 'signed',
    rank: 140,
    sees: 'gated',
  },
  raw_inline: {
    kind: 'flag',
    about:
      'True: the inline reply gives what the upstream made as it came; only polls give the ' +
      'stored form',
    example: 'raw_inline: true',
    member: 'rawInline',
    rank: 130,
    notWith: { polled_job: 'the submit of a polled job never has the result' },
  },
  accepted: {
    kind: 'tree',
    about: '202 of the submit',
    example: 'accepted: { id: =job.id, status: =job.status, poll_url: =job.poll_url }',
    needed: true,
    member: 'accepted',
    rank: 90,
    sees: 'submitted',
  },
  pending: {
    kind: 'tree',
    about: '202 of a poll',
    example: 'pending: { id: =job.id, status: =job.status, model: =job.echo.model }',
    needed: true,
    member: 'pending',
    rank: 100,
    sees: 'polled',
  },
  failed: {
    kind: 'tree',
    about: '200 of a poll of a failed job',
    example: 'failed: { id: =job.id, status: failed, error: =job.error }',
    needed: true,
    member: 'failed',
    rank: 110,
    sees: 'polled',
  },
  completed: {
    kind: 'tree',
    about: "200 of a poll of a finished job; the route's `reply` unless written",
    example: 'completed: { id: =job.id, status: completed, data: =result.assets }',
    member: 'completed',
    rank: 120,
    sees: 'done',
  },
  challenge: {
    kind: 'tree',
    about: "Extra members of a poll's 402",
    example: 'challenge: { id: =job.id }',
    member: 'challenge',
    rank: 150,
    sees: 'polled',
  },
})
