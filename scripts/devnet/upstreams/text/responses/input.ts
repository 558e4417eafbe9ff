/**
 * Reads and checks the input items of the responses API: messages, calls of tools and their
 * results, and reasoning given back.
 */
import { isObject, listOf, unreachable } from '../asked.ts'
import type { Problem, Turn } from '../asked.ts'
import { absent, noneOf, noPicture, wrongType } from '../limits.ts'

const ITEMS = [
  'message',
  'function_call',
  'function_call_output',
  'reasoning',
  'item_reference',
  'custom_tool_call',
  'custom_tool_call_output',
]
const ROLES = ['assistant', 'system', 'developer', 'user']
const PARTS = [
  'input_text',
  'input_image',
  'output_text',
  'refusal',
  'input_file',
  'input_audio',
  'summary_text',
]
const SEAL = 'gAAAAAlocal-'

/** What a reasoning item holds for its maker only. */
export const sealed = (text: string): string => SEAL + Buffer.from(text).toString('base64url')

/** The turns of an input, or what is wrong with it. */
export function readInput(input: unknown): readonly Turn[] | Problem {
  if (input === undefined || input === null) return []
  if (typeof input === 'string') return [{ role: 'user', text: input, images: 0 }]
  if (!Array.isArray(input))
    return wrongType('input', 'one of a string or array of input items', input)
  for (const [i, item] of input.entries()) {
    const problem = refuseItem(item, i)
    if (problem) return problem
  }
  return unpaired(input) ?? input.map(turnOf)
}

const typeOf = (item: Record<string, any>): string => item.type ?? 'message'

function refuseItem(item: unknown, i: number): Problem | undefined {
  const at = `input[${i}]`
  if (!isObject(item)) return wrongType(at, 'an input item', item)
  const strange = noneOf(`${at}.type`, item.type, ITEMS)
  if (strange) return strange
  switch (typeOf(item)) {
    case 'message':
      return refuseMessage(item, at)
    case 'reasoning':
      return refuseReasoning(item)
    case 'function_call':
      return firstAbsent(item, at, ['call_id', 'name', 'arguments'])
    case 'function_call_output':
      return firstAbsent(item, at, ['call_id', 'output'])
    default:
      return undefined
  }
}

function firstAbsent(
  item: Record<string, any>,
  at: string,
  names: readonly string[],
): Problem | undefined {
  const name = names.find(one => item[one] === undefined)
  return name === undefined ? undefined : absent(`${at}.${name}`)
}

function refuseMessage({ role, content }: Record<string, any>, at: string): Problem | undefined {
  if (role === undefined) return absent(`${at}.role`)
  if (content === undefined || content === null) return absent(`${at}.content`)
  const strange = noneOf(`${at}.role`, role, ROLES)
  if (strange || typeof content === 'string') return strange
  if (!Array.isArray(content))
    return wrongType(`${at}.content`, 'one of a string or array of objects', content)
  for (const [n, part] of content.entries()) {
    const bad = noneOf(`${at}.content[${n}].type`, part?.type ?? '', PARTS)
    if (bad) return bad
    if (part.type === 'input_image' && unreachable(part.image_url)) return noPicture(part.image_url)
  }
  return undefined
}

/** Reasoning that is not stored must come with its encrypted content. */
function refuseReasoning({
  id = '',
  encrypted_content: secret,
}: Record<string, any>): Problem | undefined {
  if (secret === undefined || secret === null)
    return {
      kind: 'model',
      message:
        `Item with id '${id}' not found. Items are not persisted when \`store\` is set to ` +
        `false. Try again with \`store\` set to true, or remove this item from your input.`,
      param: 'input',
    }
  return typeof secret === 'string' && secret.startsWith(SEAL)
    ? undefined
    : {
        kind: 'value',
        code: 'invalid_encrypted_content',
        message:
          `The encrypted content for item ${id} could not be verified. Reason: Encrypted ` +
          'content could not be decrypted or parsed.',
      }
}

/** Calls without results, and results without calls. */
function unpaired(items: readonly Record<string, any>[]): Problem | undefined {
  const ids = (type: string): string[] =>
    items.filter(item => item.type === type).map(item => item.call_id)
  const [calls, outputs] = [ids('function_call'), ids('function_call_output')]
  const output = outputs.find(id => !calls.includes(id))
  if (output !== undefined)
    return {
      kind: 'history',
      param: 'input',
      message: `No tool call found for function call output with call_id ${output}.`,
    }
  const call = calls.find(id => !outputs.includes(id))
  return call === undefined
    ? undefined
    : {
        kind: 'history',
        param: 'input',
        message: `No tool output found for function call ${call}.`,
      }
}

function turnOf(item: Record<string, any>): Turn {
  const parts = listOf(item.content)
  const text = (value: unknown): string =>
    typeof value === 'string' ? value : JSON.stringify(value ?? '')
  switch (typeOf(item)) {
    case 'message': {
      const said =
        typeof item.content === 'string'
          ? item.content
          : parts.map(part => part.text ?? part.refusal ?? '').join('')
      return {
        role: item.role === 'developer' ? 'system' : item.role,
        text: said,
        images: parts.filter(part => part.type === 'input_image').length,
      }
    }
    case 'function_call_output':
      return { role: 'tool', text: text(item.output), images: 0 }
    case 'function_call':
      return { role: 'assistant', text: `${item.name} ${item.arguments}`, images: 0 }
    default:
      return { role: 'assistant', text: text(item.summary), images: 0 }
  }
}
