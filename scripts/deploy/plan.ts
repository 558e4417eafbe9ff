/**
 * Computes the plan before a catalog goes live: what changes for customers from the live catalog to
 * the new one.
 */
import { builtFrom } from '../../generator/compile.ts'
import type { CatalogIR } from '../../generator/ir.ts'
import { planOf } from '../../generator/plan/plan.ts'
import { planShort, planText } from '../../generator/plan/text.ts'
import type { SourceFile } from '../../generator/types.ts'
import type { Releases } from '../../runtime/releases/releases.ts'
import { unpackAny } from '../../runtime/releases/bundle.ts'
import { RefusedRelease, type Release } from '../../runtime/releases/types.ts'
import type { Signer } from '../../runtime/seams.ts'
import { pointerNow, type How } from './go-live.ts'

/** The catalog that is deployed, and how. */
interface Wanted extends Pick<How, 'say' | 'isReplacing'> {
  /** The files of its catalog. */
  files: readonly SourceFile[] | undefined
  signer: Pick<Signer, 'verify'>
  today: number
  /** The reason to deploy although the plan blocks the change, or cannot be made. */
  reason: string | undefined
}

/**
 * Prints the plan's warnings. Throws if the plan blocks the change, or cannot be made, unless there
 * is a reason to deploy nevertheless; returns the reason if it was needed. Does nothing if no
 * release is live.
 */
export async function askPlan(releases: Releases, wanted: Wanted): Promise<string | undefined> {
  const { say, reason, isReplacing } = wanted
  const live = (await pointerNow(releases, isReplacing === true))?.doc?.current.release
  if (live === undefined) {
    say('No release is live, so there is no plan of what changes.')
    return undefined
  }
  const refusal = await refusalOf(releases, live, wanted)
  if (refusal === undefined) return undefined
  if (reason === undefined)
    throw new Error(`${refusal}\nTo deploy it all the same, say why: --force "REASON"`)
  say(refusal)
  say(`It is forced: ${reason}`)
  return reason
}

/** The reasons why a catalog must not go live; prints the plan's warnings. */
async function refusalOf(
  releases: Releases,
  live: Release,
  { files, signer, today, say }: Wanted,
): Promise<string | undefined> {
  const name = live.hash.slice(0, 12)
  const old = built(await filesOf(releases, live, signer))
  const now = built(files)
  if (old === undefined || now === undefined)
    return (
      `The plan cannot compare it with ${name}, which is live: the catalog of ` +
      `${old === undefined ? name : 'the new one'} is not in its release, or is of another ` +
      'version of Farebox. "npm run plan -- --against COMMIT" compares with a commit.'
    )
  const plan = planOf(old, now, { today })
  if (plan.verdict !== 'block') {
    say(planShort(plan))
    return undefined
  }
  return planText(plan, {
    color: false,
    columns: COLUMNS,
    compared: `the new catalog against ${name}, which is live`,
    at: ({ place }) => place && now.at(place),
  }).trimEnd()
}

const COLUMNS = 120

/** The files of a release's catalog; undefined if it holds none. */
async function filesOf(
  releases: Releases,
  release: Release,
  signer: Pick<Signer, 'verify'>,
): Promise<SourceFile[] | undefined> {
  try {
    const { sources } = unpackAny(release, await releases.read(release.hash), signer)
    return sources && Object.entries(sources).map(([path, text]) => ({ path, text }))
  } catch (error) {
    if (error instanceof RefusedRelease) return undefined
    throw error
  }
}

const built = (files: readonly SourceFile[] | undefined): CatalogIR | undefined =>
  files && builtFrom(files)
