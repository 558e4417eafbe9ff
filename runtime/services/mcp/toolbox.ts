/** The tools at an address: those of the gateway itself, and where asked for one for each route. */
import { ask, isMistake, type Asking } from './ask.ts'
import { ownTools, type Listed, type Run } from './own-tools.ts'
import { requestOf, type Arguments } from './request.ts'
import { refusal, type ToolResult } from './result.ts'
import { plainName, type Tool, type Tools } from './tools.ts'

/** A set of tools that can be listed and called. */
export interface Toolbox {
  listed: readonly Listed[]
  /** Calls a tool; undefined if there is none of that name. */
  run(name: string, given: Arguments, asking: Asking): Promise<ToolResult> | undefined
  /** ` Did you mean x?` for an unknown name. */
  hint(name: string): string
}

/** The toolbox of a catalog. `each` adds one tool for each route. */
export function toolbox(tools: Tools, each: boolean): Toolbox {
  const own = ownTools(tools)
  const byName = new Map(own.map(one => [one.name, one.run]))
  const listed = own.map(({ run: _run, ...one }) => one)
  const routes = each ? tools.all.filter(one => !byName.has(plainName(one.name))) : []
  return {
    listed: [...listed, ...routes.map(listedRoute)],
    run(name, given, asking) {
      const tool = each ? tools.get(name) : undefined
      const route: Run | undefined =
        tool && (args => ask(asking, { tool, request: requestOf(tool, { given: args }) }))
      const run = byName.get(name) ?? route
      return run && answered(() => run(given, asking), asking)
    },
    hint: name => (each ? tools.hint(name) : ''),
  }
}

function listedRoute({ name, summary, price, notice, input, free, method }: Tool): Listed {
  return {
    name: plainName(name),
    description: [`${summary}. Price: ${price}.`, notice].filter(Boolean).join(' '),
    inputSchema: input,
    annotations: { readOnlyHint: free === true && method === 'GET', openWorldHint: true },
  }
}

/**
 * The result. Mistakes of the caller are results too, so that a model can read and correct them; of
 * a fault of ours nothing is said.
 */
async function answered(
  run: () => ToolResult | Promise<ToolResult>,
  { call, signal }: Asking,
): Promise<ToolResult> {
  try {
    return await run()
  } catch (error) {
    if (isMistake(error)) return refusal(error.message)
    if (!signal.aborted)
      call.context.observe.log.error({ request: call.ids.request, err: error }, 'a tool failed')
    return refusal('The gateway failed; the fault is recorded.')
  }
}
