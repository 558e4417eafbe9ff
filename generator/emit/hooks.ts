/**
 * Emits the typed interface of the catalog's hooks, and the assertion that `runtime/hooks/`
 * provides it.
 */
import type { CatalogIR, HookIR } from '../ir.ts'
import { imports } from './code/imports.ts'
import { typeText } from './code/type-text.ts'
import type { Emitter } from './facts.ts'
import { fetchedType } from './fetched.ts'
import { sorted } from './out-file.ts'

/** `hooks.ts` (the interface and the scope that carries it) and `hooks.check.ts`. */
export const emitHooks: Emitter = function* (ir, facts) {
  const used = imports()
  used.type('../runtime/contract.ts', 'Row')
  used.type('../runtime/contract.ts', 'Scope')
  const from = hookFiles(ir)
  const fetched = fetchedType(ir)
  yield facts.print('hooks.ts', from, [
    ...used.list(),
    {
      interface: 'Hooks',
      doc:
        'Hand-written code that formulas may call. Provided by `createHooks` of ' +
        '`runtime/hooks/index.ts`.',
      members: ir.hooks.map(hook => ({
        name: hook.name,
        type: hookText(hook),
        doc: [hook.doc ?? '', `@see ${ir.at(hook.place)}`].filter(t => t !== '').join('\n'),
      })),
    },
    ...(fetched
      ? [
          {
            alias: 'Fetched',
            type: fetched,
            doc: 'Fetched tables, whose rows come from upstreams.',
          },
        ]
      : []),
    {
      alias:
        'Call<Body = undefined, Path = {}, R extends Row = never, Query = Record<string, ' +
        'any>, Values = {}>',
      type: `Scope<Body, Query, Path, R, Hooks, Values>${fetched ? ' & { fetched: Fetched }' : ''}`,
      doc: 'The scope of the formulas of one route.',
    },
  ])
  yield facts.print('hooks.check.ts', from, [CHECK])
}

const CHECK = `import { createHooks } from '../runtime/hooks/index.ts'
import type { Hooks } from './hooks.ts'

/**
 * Does not compile if a declared hook is missing from \`createHooks\`, or if its types differ from
 * the catalog.
 */
export const provided: (...parts: Parameters<typeof createHooks>) => Hooks = createHooks`

/** The type of one hook as a function. */
function hookText(hook: HookIR): string {
  return typeText({ kind: 'hook', takes: hook.takes, gives: hook.gives, wait: hook.wait })
}

function hookFiles(ir: CatalogIR): string[] {
  const files = sorted(ir.hooks.map(h => h.place.file))
  return files.length > 0 ? files : [ir.gateway.place.file]
}
