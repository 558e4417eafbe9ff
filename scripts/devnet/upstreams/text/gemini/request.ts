/** Reads and checks a request of Gemini's generateContent. */
import { isObject, listOf } from '../asked.ts'
import type { AskedText, Tool, ToolChoice, Turn } from '../asked.ts'
import { promptTokens } from '../compose.ts'
import { traitsOf } from '../models.ts'
import { readContents } from './contents.ts'
import { strangeInSchema } from './schema.ts'

const KNOWN = [
  'contents',
  'generationConfig',
  'systemInstruction',
  'safetySettings',
  'tools',
  'toolConfig',
  'cachedContent',
  'labels',
  'model',
]
const CONFIG = [
  'temperature',
  'topP',
  'topK',
  'candidateCount',
  'maxOutputTokens',
  'stopSequences',
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  'presencePenalty',
  'frequencyPenalty',
  'seed',
  'responseLogprobs',
  'logprobs',
  'thinkingConfig',
  'responseModalities',
  'mediaResolution',
  'speechConfig',
  'imageConfig',
  'enableEnhancedCivicAnswers',
]
const TOOLS = [
  'functionDeclarations',
  'googleSearch',
  'googleSearchRetrieval',
  'codeExecution',
  'urlContext',
  'googleMaps',
  'computerUse',
  'fileSearch',
]

/** What is wrong with a request: an INVALID_ARGUMENT. */
export interface Wrong {
  wrong: string
}

const unknown = (name: string, at?: string): Wrong => ({
  wrong:
    'Invalid JSON payload received. Unknown name ' +
    `"${name}"${at === undefined ? '' : ` at '${at}'`}: Cannot find field.`,
})

/** A request, or what is wrong with it. */
export function readGemini(body: unknown, model: string): AskedText | Wrong {
  if (!isObject(body)) return { wrong: 'Invalid JSON payload received. Unexpected end of string.' }
  const strange = Object.keys(body).find(name => !KNOWN.includes(name))
  if (strange !== undefined) return unknown(strange)
  const bad = refuseConfig(body.generationConfig ?? {}) ?? refuseTools(body)
  if (bad) return bad
  const contents = readContents(body.contents, traitsOf(model).newest)
  if ('wrong' in contents) return contents
  const asked = askedOf(body, model, contents.turns)
  const [{ window }, tokens] = [traitsOf(model), promptTokens(asked)]
  return tokens > window ? tooLong(tokens, window) : asked
}

/** The prompt does not fit the context. */
export const tooLong = (tokens: number, window: number): Wrong => ({
  wrong:
    `The input token count (${tokens}) exceeds the maximum number of tokens allowed ` +
    `(${window}).`,
})

function askedOf(body: Record<string, any>, model: string, turns: readonly Turn[]): AskedText {
  const { generationConfig: config = {}, systemInstruction: system, toolConfig } = body
  const said = listOf(system?.parts)
    .map(part => part.text ?? '')
    .join('')
  const schema: unknown = config.responseSchema ?? config.responseJsonSchema
  const json = config.responseMimeType === 'application/json'
  return {
    model,
    turns: [...(said === '' ? [] : [{ role: 'system' as const, text: said, images: 0 }]), ...turns],
    tools: functions(body).map((one): Tool => ({
      name: one.name,
      schema: one.parameters ?? one.parametersJsonSchema ?? {},
    })),
    choice: choiceOf(toolConfig?.functionCallingConfig ?? {}),
    ...(json ? { json: schema === undefined ? {} : { schema } } : {}),
    ...(config.maxOutputTokens === undefined ? {} : { max: config.maxOutputTokens }),
    stops: listOf(config.stopSequences),
    reasons:
      config.thinkingConfig?.thinkingBudget === 0
        ? false
        : traitsOf(model).reasons || config.thinkingConfig !== undefined,
  }
}

const functions = ({ tools }: Record<string, any>): any[] =>
  listOf(tools).flatMap(tool => listOf(tool?.functionDeclarations))

function choiceOf({ mode = 'AUTO', allowedFunctionNames: names }: Record<string, any>): ToolChoice {
  if (mode === 'NONE') return 'none'
  if (mode !== 'ANY') return 'auto'
  return listOf(names).length === 1 ? { name: names[0] } : 'required'
}

function refuseConfig(config: unknown): Wrong | undefined {
  if (!isObject(config)) return { wrong: "Invalid value at 'generation_config'." }
  const strange = Object.keys(config).find(name => !CONFIG.includes(name))
  if (strange !== undefined) return unknown(strange, 'generation_config')
  const {
    temperature,
    topP,
    maxOutputTokens: max,
    candidateCount: count = 1,
    stopSequences: stops,
    thinkingConfig: thinking,
  } = config
  const at = (name: string, why: string): Wrong => ({
    wrong: `* GenerateContentRequest.generation_config.${name}: ${why}\n`,
  })
  if (temperature !== undefined && !(temperature >= 0 && temperature <= 2))
    return at('temperature', 'temperature must be in the range [0.0, 2.0].')
  if (topP !== undefined && !(topP >= 0 && topP <= 1))
    return at('top_p', 'top_p must be in the range [0.0, 1.0].')
  if (max !== undefined && !(Number.isInteger(max) && max > 0))
    return at('max_output_tokens', 'max_output_tokens must be positive.')
  if (count !== 1)
    return at('candidate_count', 'multiple candidates is not enabled for this model.')
  if (listOf(stops).length > 5) return at('stop_sequences', 'at most 5 stop sequences are allowed.')
  if (thinking?.thinkingBudget !== undefined && thinking.thinkingLevel !== undefined)
    return { wrong: 'You can only set only one of thinking budget and thinking level.' }
  return refuseSchema(config)
}

function refuseSchema({
  responseSchema: schema,
  responseMimeType: type,
}: Record<string, any>): Wrong | undefined {
  if (type !== undefined && !['application/json', 'text/plain', 'text/x.enum'].includes(type))
    return {
      wrong:
        '* GenerateContentRequest.generation_config.response_mime_type: allowed mimetypes ' +
        `are \`text/plain\`, \`application/json\`, \`application/xml\`, \`application/yaml\` ` +
        `and \`text/x.enum\`.\n`,
    }
  if (schema !== undefined && type !== 'application/json')
    return {
      wrong:
        '* GenerateContentRequest.generation_config.response_schema: only allowed when ' +
        'response_mime_type is application/json.\n',
    }
  const found = strangeInSchema(schema, 'generation_config.response_schema')
  return found && unknown(found.name, found.at)
}

function refuseTools(body: Record<string, any>): Wrong | undefined {
  for (const [i, tool] of listOf(body.tools).entries()) {
    const strange = Object.keys(isObject(tool) ? tool : {}).find(name => !TOOLS.includes(name))
    if (strange !== undefined) return unknown(strange, `tools[${i}]`)
    for (const [n, one] of listOf(tool?.functionDeclarations).entries()) {
      const at = `tools[${i}].function_declarations[${n}]`
      if (typeof one?.name !== 'string' || !/^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$/.test(one.name))
        return {
          wrong: `* GenerateContentRequest.${at}.name: [FIELD_INVALID] Invalid function name.`,
        }
      const found = strangeInSchema(one.parameters, `${at}.parameters`)
      if (found) return unknown(found.name, found.at)
    }
  }
  const mode: unknown = body.toolConfig?.functionCallingConfig?.mode ?? 'AUTO'
  if (!['AUTO', 'ANY', 'NONE', 'VALIDATED', 'MODE_UNSPECIFIED'].includes(mode as string))
    return {
      wrong:
        `Invalid value at 'tool_config.function_calling_config.mode' ` +
        '(type.googleapis.com/google.ai.generativelanguage.v1beta.FunctionCallingConfig.Mode), ' +
        `"${String(mode)}"`,
    }
  return mode === 'ANY' && functions(body).length === 0
    ? { wrong: 'Function calling config is set without function_declarations.' }
    : undefined
}
