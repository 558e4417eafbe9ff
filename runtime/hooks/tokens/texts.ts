/** What of a conversation a model reads: its texts, and a number for everything that is not text. */
import type { Json } from '../../contract.ts'

/** Every message is framed, and so is the reply that is asked for. Of OpenAI's published recipe, with one token for the role. */
const FRAME = 3
const ROLE = 1
const NAME = 1

/** Tokens of an image: those of `detail: low`, and of 2048 by 1024 pixels, cut down as the recipe says, for every other. */
const LOW_IMAGE = 85
const IMAGE = 1105

/** Suppliers take ids of tool calls up to here; what stands behind it is counted, so that nothing long can hide in one. */
const LONGEST_ID = 64

const TEXT_PARTS: ReadonlySet<unknown> = new Set(['text', 'input_text', 'output_text'])
const IMAGE_PARTS: ReadonlySet<unknown> = new Set(['image_url', 'input_image'])

/** Texts one behind another. Message `i` has those from `first[i]` to `first[i + 1]`, and `fixed[i]` tokens besides; behind it come the tools. */
export interface Texts { texts: readonly string[]; first: readonly number[]; fixed: readonly number[]; base: number }

type Members = { readonly [member: string]: unknown }

/** What is counted while it is gathered. */
interface Gathered { texts: string[]; fixed: number }

/** Takes a conversation apart: a list of messages (other items count as their JSON), or a text, which is one message. */
export function textsOf(messages: unknown, tools: Json | undefined): Texts {
  const texts: string[] = []
  const first: number[] = []
  const fixed: number[] = []
  for (const message of listOf(messages)) {
    const gathered: Gathered = { texts, fixed: 0 }
    first.push(texts.length)
    gatherMessage(message, gathered)
    fixed.push(gathered.fixed)
  }
  first.push(texts.length)
  if (tools !== undefined && tools !== null) texts.push(JSON.stringify(tools))
  return { texts, first, fixed, base: FRAME }
}

function listOf(messages: unknown): readonly unknown[] {
  if (messages === undefined || messages === null) return []
  return Array.isArray(messages) ? messages : [messages]
}

function gatherMessage(message: unknown, to: Gathered): void {
  to.fixed += FRAME + ROLE
  if (typeof message === 'string') return add(to, message)
  if (!isMessage(message)) return addJson(to, message)
  gatherContent(message.content, to)
  add(to, message.reasoning_content)
  if (typeof message.name === 'string') {
    to.fixed += NAME
    add(to, message.name)
  }
  addId(to, message.tool_call_id)
  if (Array.isArray(message.tool_calls)) for (const call of message.tool_calls) gatherCall(call, to)
  if (isObject(message.function_call)) gatherFunction(message.function_call, to)
}

function gatherContent(content: unknown, to: Gathered): void {
  if (content === undefined || content === null) return
  if (typeof content === 'string') return add(to, content)
  if (!Array.isArray(content)) return addJson(to, content)
  for (const part of content) gatherPart(part, to)
}

function gatherPart(part: unknown, to: Gathered): void {
  if (!isObject(part)) return addJson(to, part)
  if (TEXT_PARTS.has(part.type) && typeof part.text === 'string') return add(to, part.text)
  const image = IMAGE_PARTS.has(part.type) ? imageOf(part) : undefined
  if (image === undefined) return addJson(to, part)
  to.fixed += image.detail === 'low' ? LOW_IMAGE : IMAGE
}

/** The image of a part: `{ image_url: { url, detail } }` or `{ image_url: '…', detail }`. */
function imageOf(part: Members): { detail?: unknown } | undefined {
  if (typeof part.image_url === 'string') return part
  return isObject(part.image_url) && typeof part.image_url.url === 'string' ? part.image_url : undefined
}

/** Framed as a message is. */
function gatherCall(call: unknown, to: Gathered): void {
  to.fixed += FRAME
  if (!isObject(call) || !isObject(call.function)) return addJson(to, call)
  addId(to, call.id)
  gatherFunction(call.function, to)
}

function gatherFunction(called: Members, to: Gathered): void {
  add(to, called.name)
  if (typeof called.arguments === 'string') add(to, called.arguments)
  else addJson(to, called.arguments)
}

function addId(to: Gathered, id: unknown): void {
  if (typeof id === 'string') add(to, id.slice(LONGEST_ID))
}

function add(to: Gathered, text: unknown): void {
  if (typeof text === 'string' && text !== '') to.texts.push(text)
}

/** Bodies are nested no deeper than `runtime/input/json.ts` lets them, so this neither fails nor takes long. */
function addJson(to: Gathered, value: unknown): void {
  if (value !== undefined) to.texts.push(JSON.stringify(value))
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isMessage(value: unknown): value is Members {
  return isObject(value) && typeof value.role === 'string'
}
