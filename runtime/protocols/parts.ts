/** Reads the parts of message contents. */
import { Unusable } from '../lib/unusable-input.ts'
import { membersOf, textOf } from './json.ts'
import type { Message, Part } from './types.ts'

/** Returns the parts of a content; a text is one part, an empty text none. */
export function partsOf(content: Message['content']): readonly Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return content ?? []
}

/** Returns the text of a content, without other parts. */
export function textIn(content: Message['content']): string {
  if (typeof content === 'string') return content
  return partsOf(content)
    .map(part => textOf((part as { text?: unknown }).text) ?? '')
    .join('')
}

/** Bytes in a data URI. */
export interface Inline {
  type: string
  base64: string
}

/**
 * Only pictures, because upstreams charge for every word and every minute of other files, which are
 * not counted here.
 */
const DATA =
  /^data:image\/(png|jpe?g|gif|webp|heic|heif)(?:;[\w.+-]{1,100}=[\w.+-]{1,100})*;base64,/i
const LONGEST_PREFIX = 512

/**
 * Returns the address of an image part, with the bytes if it is a data URI. Throws Unusable if it
 * is not an address.
 */
export function imageOf(part: Part): { url: string; inline?: Inline } {
  const raw = (part as { image_url?: unknown }).image_url
  const url = textOf(raw) ?? textOf(membersOf(raw)?.url)
  if (url === undefined) throw new Unusable('An image has no address.')
  if (!/^data:/i.test(url)) {
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
      throw new Unusable('The image must be an https URL or a data URI.')
    return { url }
  }
  const prefix = DATA.exec(url.slice(0, LONGEST_PREFIX))
  if (prefix === null)
    throw new Unusable('The data URI must hold a PNG, JPEG, GIF, WEBP, HEIC or HEIF in base64.')
  const kind = (prefix[1] as string).toLowerCase()
  return {
    url,
    inline: {
      type: `image/${kind === 'jpg' ? 'jpeg' : kind}`,
      base64: url.slice(prefix[0].length),
    },
  }
}

/** Builds the error for a part that cannot be sent to a model. */
export function unsupportedPart(part: Part): Unusable {
  return new Unusable(
    `Content of the type "${String(part.type).slice(0, 40)}" cannot be given to this model.`,
  )
}

/**
 * Returns the index at which the current turn starts: after the last user message. Tool calls and
 * their results follow.
 */
export function turnStart(messages: readonly Message[]): number {
  return messages.findLastIndex(message => message.role === 'user') + 1
}
