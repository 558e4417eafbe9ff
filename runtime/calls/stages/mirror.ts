/** Stores the media of a result durably, before anything settles. */
import type { Call, Reply, Stage, Work } from '../../context.ts'
import type { Json } from '../../contract.ts'
import { release } from '../../replies/release.ts'
import { FetchRefused } from '../../media/fetch-public.ts'
import { linkedSignal } from '../../lib/signals.ts'
import type { UpstreamFailure } from '../../upstream/types.ts'
import { carriesContent, isReadable } from '../../replies/file-content.ts'
import { failed, upstreamOf } from './work.ts'

/** Longest time, in ms, for the copies of one result while its caller is on the line. */
const LONGEST = 120_000

/**
 * Stores what was made while its caller waits. What is not copied in time is delivered as it came:
 * the payment must still be good.
 */
export const mirror: Stage = call =>
  call.compiled.route.mirror === undefined || call.work === undefined
    ? undefined
    : copied(call, call.work)

async function copied(call: Call, work: Work): Promise<Reply | undefined> {
  const { signal, abort, unlink } = linkedSignal(call.context.halted)
  const cancel = call.context.clock.after(timeFor(call), () =>
    abort(new FetchRefused('no time is left for a copy')),
  )
  const done = await mirrored(call, work.given, signal).finally(() => {
    cancel()
    unlink()
  })
  if ('ok' in done) {
    await release(call, done.kind)
    return failed(call, done as UpstreamFailure)
  }
  call.scope.result = done
  return undefined
}

/**
 * How long copying may take, in ms: half of what is left of the authorization; the other half is
 * for its settlement.
 */
function timeFor({ context, payment }: Call): number {
  if (payment === undefined) return LONGEST
  const left = Number(payment.authorization.validBefore) * 1000 - context.clock.now()
  return Math.min(LONGEST, Math.max(0, left / 2))
}

/** Addresses that a caller may be able to open: on the web, or with the content in them. */
const OPENS = /^(?:https?:\/\/|data:[\w.+-]+\/[\w.+-]+;base64,)/i

/**
 * Whether an address is one at all: what was not copied keeps the one that its supplier gave, and
 * nobody can open `https://`.
 */
const opens = (address: Json | undefined): boolean =>
  typeof address === 'string' && OPENS.test(address) && URL.canParse(address)

/**
 * A result whose media have their hosted addresses. Media without any content that a caller can get
 * are no result.
 */
export async function mirrored(
  call: Pick<Call, 'context' | 'compiled' | 'facts' | 'scope'>,
  given: Work['given'],
  signal?: AbortSignal,
): Promise<Work['given'] | UpstreamFailure> {
  const name = call.compiled.route.mirror
  const assets = name === undefined ? undefined : given[name]
  if (name === undefined || !Array.isArray(assets) || call.context.mirror === undefined)
    return given
  const sourceUpstream = upstreamOf(call)
  const upstream =
    sourceUpstream === undefined ? undefined : { name: sourceUpstream, scope: call.scope }
  const all = await call.context.mirror.mirror(assets, {
    origin: call.facts.origin,
    signal,
    upstream,
  })
  const hosted = all.filter(({ url }) => opens(url))
  if (hosted.length < Math.max(1, assets.length)) {
    return noResult('The upstream gave no result, or a part of it without content')
  }
  // What cannot be given as it was asked for is not charged.
  if (carriesContent(call) && !hosted.every(isReadable)) {
    return noResult('A file of the result could not be fetched')
  }
  return { ...given, [name]: hosted }
}

function noResult(details: string): UpstreamFailure {
  return { ok: false, kind: 'upstream_failed', details, source: '' }
}
