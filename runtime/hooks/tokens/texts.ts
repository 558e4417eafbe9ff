/**
 * Extracts the content that a model reads from a conversation: its texts, and a number of tokens
 * for everything else.
 */
import type { Json } from '../../contract.ts'
import {
  addPicture,
  addressOf,
  isObject,
  visibleContent,
  type Gathered,
  type Members,
} from './visible.ts'

/**
 * Tokens around every message, and around the reply: OpenAI's published recipe, with one token for
 * the role.
 */
const FRAME = 3
const ROLE = 1
const NAME = 1

/**
 * Upstreams accept tool-call ids up to this length. The rest is counted, so that nothing long can
 * hide in an id.
 */
const LONGEST_ID = 64

/** Settings outside the messages are free if they are as short as an id, and only this many. */
const MOST_SETTINGS = 64

const TEXT_PARTS: ReadonlySet<unknown> = new Set(['text', 'input_text', 'output_text'])
const IMAGE_PARTS: ReadonlySet<unknown> = new Set(['image_url', 'input_image'])

/**
 * Members that have their own rule or are not part of the prompt. All others count as their JSON.
 */
const OF_MESSAGE: ReadonlySet<string> = new Set([
  'role',
  'type',
  'id',
  'status',
  'content',
  'reasoning_content',
  'name',
  'tool_call_id',
  'tool_calls',
  'function_call',
])
const OF_TEXT: ReadonlySet<string> = new Set(['type', 'text', 'cache_control'])
const OF_IMAGE: ReadonlySet<string> = new Set(['type', 'image_url', 'detail', 'cache_control'])
const OF_ADDRESS: ReadonlySet<string> = new Set(['url', 'detail'])
const OF_CALL: ReadonlySet<string> = new Set(['id', 'type', 'function'])
const OF_FUNCTION: ReadonlySet<string> = new Set(['name', 'arguments'])
const OF_REQUEST: ReadonlySet<string> = new Set([
  'messages',
  'input',
  'tools',
  'instructions',
  'stream_options',
  'search_parameters',
])

/**
 * Texts in sequence. Message `i` has those from `first[i]` to `first[i + 1]`, and `fixed[i]`
 * further tokens; the tools follow the last message. `uncounted` is true if part of a message
 * cannot be counted.
 */
export interface Texts {
  texts: readonly string[]
  first: readonly number[]
  fixed: readonly number[]
  base: number
  uncounted: boolean
}

/** Names of tool calls whose results are still to come, by id. */
type Names = Map<unknown, unknown[]>

/**
 * Splits a conversation: a list of messages (other items count as their JSON), or one text.
 * `beside` is its list of tools, or the whole request; then everything in it that an upstream could
 * read counts.
 */
export function textsOf(messages: unknown, beside: Json | undefined): Texts {
  const to: Gathered = { texts: [], fixed: 0, uncounted: false }
  const names: Names = new Map()
  const first: number[] = []
  const fixed: number[] = []
  for (const message of listOf(messages)) {
    first.push(to.texts.length)
    to.fixed = 0
    gatherMessage(message, names, to)
    fixed.push(to.fixed)
  }
  first.push(to.texts.length)
  if (isObject(beside)) gatherRequest(beside, to)
  else addJson(to, beside ?? undefined)
  return { texts: to.texts, first, fixed, base: FRAME, uncounted: to.uncounted }
}

function listOf(messages: unknown): readonly unknown[] {
  if (messages === undefined || messages === null) return []
  return Array.isArray(messages) ? messages : [messages]
}

/**
 * Adds the request's members outside the messages: the tools, and everything longer than a setting.
 */
function gatherRequest(request: Members, to: Gathered): void {
  addJson(to, request.tools ?? undefined)
  add(to, request.instructions)
  addJson(
    to,
    restOf(
      request,
      OF_REQUEST,
      (name, value) => name.length <= LONGEST_ID && JSON.stringify(value).length <= LONGEST_ID,
    ),
  )
}

function gatherMessage(message: unknown, names: Names, to: Gathered): void {
  to.fixed += FRAME + ROLE
  if (typeof message === 'string') return add(to, message)
  if (!isMessage(message)) return addVisible(to, message)
  gatherContent(message.content, to)
  add(to, message.reasoning_content)
  if (typeof message.name === 'string') {
    to.fixed += NAME
    add(to, message.name)
  }
  for (const name of ['role', 'type', 'id', 'status', 'tool_call_id']) addId(to, message[name])
  if (message.role === 'tool')
    add(
      to,
      names.get(message.tool_call_id)?.shift() ??
        (message.name === undefined ? message.tool_call_id : undefined),
    )
  if (Array.isArray(message.tool_calls)) gatherCalls(message.tool_calls, names, to)
  if (isObject(message.function_call)) gatherFunction(message.function_call, to)
  addRest(message, OF_MESSAGE, to)
}

/**
 * Adds tool calls. Some upstreams get the function's name with each result: the name in its call,
 * the result's own, or any other.
 */
function gatherCalls(calls: readonly unknown[], names: Names, to: Gathered): void {
  for (const call of calls) {
    gatherCall(call, to)
    if (!isObject(call) || !isObject(call.function)) continue
    const known = names.get(call.id)
    if (known === undefined) names.set(call.id, [call.function.name])
    else known.push(call.function.name)
  }
}

function gatherContent(content: unknown, to: Gathered): void {
  if (content === undefined || content === null) return
  if (typeof content === 'string') return add(to, content)
  if (!Array.isArray(content)) return addVisible(to, content)
  for (const part of content) gatherPart(part, to)
}

function gatherPart(part: unknown, to: Gathered): void {
  if (!isObject(part)) return addJson(to, part)
  if (TEXT_PARTS.has(part.type) && typeof part.text === 'string') {
    add(to, part.text)
    return addRest(part, OF_TEXT, to)
  }
  const { image_url: image } = part
  const address = addressOf(image)
  if (address === undefined || !IMAGE_PARTS.has(part.type)) return addVisible(to, part)
  addPicture(to, address)
  addId(to, part.detail)
  addRest(part, OF_IMAGE, to)
  if (!isObject(image)) return
  addId(to, image.detail)
  addRest(image, OF_ADDRESS, to)
}

/** Adds a tool call, with the overhead of a message. */
function gatherCall(call: unknown, to: Gathered): void {
  to.fixed += FRAME
  if (!isObject(call) || !isObject(call.function)) return addJson(to, call)
  addId(to, call.id)
  gatherFunction(call.function, to)
  addRest(call, OF_CALL, to)
}

function gatherFunction(called: Members, to: Gathered): void {
  add(to, called.name)
  if (typeof called.arguments === 'string') add(to, called.arguments)
  else addJson(to, called.arguments)
  addRest(called, OF_FUNCTION, to)
}

/** Adds all members except these, if they are not empty. */
function addRest(of: Members, known: ReadonlySet<string>, to: Gathered): void {
  const rest = restOf(of, known, () => false)
  if (rest !== undefined) addVisible(to, rest)
}

/**
 * Returns the content of an object without these members and the free ones; undefined if there is
 * none. If there are many members, none is free.
 */
function restOf(
  of: Members,
  known: ReadonlySet<string>,
  isFree: (name: string, value: unknown) => boolean,
): unknown {
  const names = Object.keys(of)
  if (names.length > MOST_SETTINGS + known.size)
    return listOfMany(
      of,
      names.filter(name => !known.has(name)),
    )
  const rest = names.filter(
    name => !known.has(name) && isTelling(name, of[name]) && !isFree(name, of[name]),
  )
  return rest.length === 0 ? undefined : Object.fromEntries(rest.map(name => [name, of[name]]))
}

/**
 * Returns names and values in turn, because copying an object with a hundred thousand members takes
 * far longer.
 */
function listOfMany(of: Members, names: readonly string[]): unknown[] {
  const list: unknown[] = []
  for (const name of names) {
    const value = of[name]
    if (typeof value === 'object') list.push({ [name]: value })
    else list.push(name, value)
  }
  return list
}

/** Whether a member can hold text: not a boolean, a number or null. */
function isTelling(name: string, value: unknown): boolean {
  if (name.length > LONGEST_ID || typeof value === 'string')
    return value !== undefined && value !== ''
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

function addId(to: Gathered, id: unknown): void {
  if (typeof id === 'string') add(to, id.slice(LONGEST_ID))
}

function add(to: Gathered, text: unknown): void {
  if (typeof text === 'string' && text !== '') to.texts.push(text)
}

/** Adds the JSON of a value that may contain pictures and files. */
function addVisible(to: Gathered, value: unknown): void {
  addJson(to, visibleContent(value, to))
}

/**
 * Adds a value's JSON. `runtime/input/json.ts` limits the nesting of bodies, so this neither fails
 * nor takes long.
 */
function addJson(to: Gathered, value: unknown): void {
  if (value !== undefined) to.texts.push(JSON.stringify(value))
}

/** Whether a value is a message, whatever its declared type, because writers ignore that. */
function isMessage(value: unknown): value is Members {
  return isObject(value) && typeof value.role === 'string'
}
