/** What the content of messages is made of. */
import { Unusable } from '../hooks/unusable.ts'
import { membersOf, textOf } from './json.ts'
import type { Message, Part } from './types.ts'

/** The parts of a content; a text is one part, and an empty one none. */
export function partsOf(content: Message['content']): readonly Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return content ?? []
}

/** The text in a content, without what is no text. */
export function textIn(content: Message['content']): string {
  if (typeof content === 'string') return content
  return partsOf(content)
    .map(part => textOf((part as { text?: unknown }).text) ?? '')
    .join('')
}

/** Bytes inside of an address. */
export interface Inline {
  type: string
  base64: string
}

/**
 * Only pictures: of what is none, suppliers read every word and every minute, and nobody has
 * counted them.
 */
const DATA =
  /^data:image\/(png|jpe?g|gif|webp|heic|heif)(?:;[\w.+-]{1,100}=[\w.+-]{1,100})*;base64,/i
const LONGEST_PREFIX = 512

/**
 * The address of an image part, and the bytes where it is a data URI. Throws Unusable for what is
 * no address.
 */
export function imageOf(part: Part): { url: string; inline?: Inline } {
  const told = (part as { image_url?: unknown }).image_url
  const url = textOf(told) ?? textOf(membersOf(told)?.url)
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

/** Says that a part cannot be given to a model. */
export function unsayable(part: Part): Unusable {
  return new Unusable(
    `Content of the type "${String(part.type).slice(0, 40)}" cannot be given to this model.`,
  )
}

/**
 * Where the current turn begins: behind the last thing that a user said. What follows are the calls
 * of tools and their results.
 */
export function turnStart(messages: readonly Message[]): number {
  return messages.findLastIndex(message => message.role === 'user') + 1
}
