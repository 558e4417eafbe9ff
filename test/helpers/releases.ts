/** Releases for tests: of the catalog that the test sells, and of that catalog changed. */
import { gzipSync } from 'node:zlib'
import { createHash } from 'node:crypto'
import { createSigner } from '../../runtime/jobs/signed-poll.ts'
import { signedText, unpack } from '../../runtime/releases/bundle.ts'
import type { Seal } from '../../runtime/releases/sealed.ts'
import type { Release, ReleaseContent } from '../../runtime/releases/types.ts'
import { releaseOf, sourceOf, type Made, type Source } from '../../scripts/deploy/make.ts'
import { SIGNING_KEY } from '../../scripts/world/keys.ts'

const signer = createSigner([SIGNING_KEY])

/** What signs the releases of the world's gateway on a network. */
export const sealOf = (network: string): Seal => ({ signer, prefix: `farebox:${network}` })

/** The code of the two catalogs differs in what these endpoints cost, refuse, show and send. */
const SHOWN = 'category:"prediction-markets",tier:"standard"'
/** Micro-USD of the earlier and the later catalog. */
export const PRICES = { early: 8500n, late: 9100n } as const

/** The source of the catalog that the test sells. */
export const earlySource = (): Promise<Source> => sourceOf(process.env.GENERATED!)

/**
 * The same catalog, in which prediction markets cost more, refuse sorting by liquidity, show
 * another tier and send their upstream another parameter.
 */
export function lateSource({ code, documents, hash }: Source, salt = 'late'): Source {
  const own = createHash('sha256').update(hash).update(salt).digest('hex')
  const changed = withParameter(code)
    .replaceAll(hash, own)
    .replaceAll(SHOWN, 'category:"prediction-markets",tier:"late"')
    .replaceAll(
      /micro:\(\)=>8500n,lines:\(\)=>\[.{0,80}?\]\],decimals/g,
      'micro:()=>9100n,decimals',
    )
    .replaceAll(
      /(path:"\/api\/v1\/pm\/[^"]*")/g,
      '$1,gates:({query})=>query?.sort==="liquidity"?{status:400,message:"Not by liquidity"}:void 0',
    )
  if (!changed.includes('9100n'))
    throw new Error('the generated code looks different now: change test/helpers/releases.ts')
  return { hash: own, documents, code: changed }
}

/** The same catalog and prices; prediction markets send their upstream another parameter. */
export function alikeSource({ code, documents, hash }: Source): Source {
  const own = createHash('sha256').update(hash).update('alike').digest('hex')
  return { hash: own, documents, code: withParameter(code.replaceAll(hash, own)) }
}

/** The code, in which prediction markets send `x-edition` to their upstream. */
function withParameter(code: string): string {
  const changed = code.replace(/(predex",[^{}]*headers:\{)/, '$1"x-edition":"late",')
  if (!changed.includes('x-edition'))
    throw new Error('the generated code looks different now: change test/helpers/releases.ts')
  return changed
}

/** A release of a source. */
export const released = (source: Source): Made => releaseOf(source, signer, Date.now())

const signedAgain = (release: Release): Release => ({
  ...release,
  signature: signer.sign(signedText(release)),
})

/** The release of a source with other content, signed as any release. */
export function forged(source: Source, edit: (content: ReleaseContent) => ReleaseContent): Made {
  const { release, bytes } = released(source)
  const changed = gzipSync(JSON.stringify(edit(unpack(release, bytes, signer))))
  const hash = createHash('sha256').update(changed).digest('hex')
  return { bytes: changed, release: signedAgain({ ...release, hash }) }
}
