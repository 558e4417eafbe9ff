/**
 * Signed documents of a gateway: someone who can write to its store or folder can neither forge one
 * nor copy one from a gateway of another network.
 */
import type { Signer } from '../seams.ts'

/** A document and its signature. */
export interface Sealed {
  /** The document as JSON. */
  text: string
  signature: string
}

/** The signer: the keys, and the prefix of the network's gateway in its store. */
export interface Seal {
  signer: Pick<Signer, 'sign' | 'verify'>
  prefix: string
}

const signedText = (kind: string, prefix: string, text: string): string =>
  `${kind}\n${prefix}\n${text}`

/** Signs a document of a kind. */
export function seal(kind: string, doc: unknown, { signer, prefix }: Seal): Sealed {
  const text = JSON.stringify(doc)
  return { text, signature: signer.sign(signedText(kind, prefix, text)) }
}

/** Returns the document without verifying it; undefined if there is none. */
export function contentOf(sealed: unknown): unknown {
  try {
    return JSON.parse((sealed as Sealed).text)
  } catch {
    return undefined
  }
}

/** Whether a key of this gateway has signed a document of this kind. */
export function isSealed(kind: string, sealed: unknown, { signer, prefix }: Seal): boolean {
  const { text, signature } = (sealed ?? {}) as Partial<Sealed>
  if (typeof text !== 'string' || typeof signature !== 'string') return false
  return signer.verify(signedText(kind, prefix, text), signature)
}
