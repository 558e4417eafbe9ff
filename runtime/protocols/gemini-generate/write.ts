/** Writes requests to Gemini-style upstreams. The model is part of the address. */
import type { Json } from '../../contract.ts'
import { Unusable } from '../../lib/unusable-input.ts'
import { budgetWithin } from '../budget.ts'
import { withToolCalls } from '../legacy.ts'
import type { ChatRequest, Tool } from '../types.ts'
import { contentsOf } from './contents.ts'
import { referenceBudget, schemaOf, type ReferenceBudget } from './schema.ts'

type Members = { [member: string]: Json | undefined }

/** Thinking tokens by effort. */
const BUDGETS: ReadonlyMap<string, number> = new Map([
  ['none', 0],
  ['minimal', 1024],
  ['low', 1024],
  ['medium', 8192],
  ['high', 24_576],
  ['xhigh', 24_576],
])

/** Numeric parameters, with their names in this protocol. */
const NUMBERS: Readonly<Record<string, string>> = {
  max_tokens: 'maxOutputTokens',
  temperature: 'temperature',
  top_p: 'topP',
  top_k: 'topK',
  n: 'candidateCount',
  seed: 'seed',
  presence_penalty: 'presencePenalty',
  frequency_penalty: 'frequencyPenalty',
}

/**
 * Writes the body of a request. Members without an equivalent in this protocol are left out, and so
 * are cache marks, because these upstreams cache automatically.
 */
export function write(request: ChatRequest): Json {
  const { system, contents } = contentsOf(withToolCalls(request.messages))
  const budget = referenceBudget((request.tools ?? []).map(tool => tool.function?.parameters))
  const tools = (request.tools ?? []).map(tool => declarationOf(tool, budget))
  return {
    ...(system.length === 0 ? {} : { systemInstruction: { parts: system } }),
    contents: contents as unknown as Json,
    ...(tools.length === 0
      ? {}
      : { tools: [{ functionDeclarations: tools }], ...choiceOf(request) }),
    generationConfig: {
      ...numbersOf(request),
      ...stopsOf(request),
      ...formatOf(request),
      ...thinkingOf(request),
    },
  }
}

function numbersOf(request: ChatRequest): Members {
  const found = Object.entries(NUMBERS).filter(([name]) => typeof request[name] === 'number')
  return Object.fromEntries(
    found.map(([name, upstreamName]) => [upstreamName, request[name] as number]),
  )
}

function stopsOf({ stop }: ChatRequest): Members {
  const stops = typeof stop === 'string' ? [stop] : (stop ?? [])
  return stops.length === 0 ? {} : { stopSequences: stops }
}

/**
 * Writes the JSON format, unless the request has tools. These upstreams allow only one of the two,
 * and tools cannot be left out.
 */
function formatOf({ response_format: format, tools = [] }: ChatRequest): Members {
  if (format === undefined || format.type === 'text' || tools.length > 0) return {}
  const schema = format.json_schema?.schema
  return {
    responseMimeType: 'application/json',
    ...(schema === undefined ? {} : { responseSchema: schemaOf(schema) }),
  }
}

function thinkingOf(request: ChatRequest): Members {
  const { thinking, reasoning_effort: effort = '', max_tokens: maxTokens } = request
  if (thinking?.type === 'disabled') return { thinkingConfig: { thinkingBudget: 0 } }
  const wanted = thinking?.budget_tokens ?? BUDGETS.get(effort)
  if (thinking === undefined && wanted === undefined) return {}
  const budget = wanted === undefined ? undefined : budgetWithin(wanted, maxTokens)
  const limit = budget === undefined ? {} : { thinkingBudget: budget }
  return { thinkingConfig: { ...limit, includeThoughts: budget !== 0 } }
}

function declarationOf({ type, function: declared }: Tool, budget: ReferenceBudget): Json {
  if (declared === undefined)
    throw new Unusable(`Tools of the type "${type.slice(0, 40)}" are not offered for this model.`)
  const { name, description, parameters } = declared
  const schema = schemaOf(parameters, budget)
  // Upstreams refuse an object without members, so a function without parameters is declared
  // without any.
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(schema.properties === undefined ? {} : { parameters: { ...schema, type: 'object' } }),
  }
}

function choiceOf({ tool_choice: requested }: ChatRequest): Members {
  if (requested === undefined) return {}
  const name = typeof requested === 'object' ? requested.function?.name : undefined
  if (name !== undefined)
    return { toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: [name] } } }
  const mode = requested === 'none' ? 'NONE' : requested === 'required' ? 'ANY' : 'AUTO'
  return { toolConfig: { functionCallingConfig: { mode } } }
}
