/**
 * Takes the script for browsers out of the package of the renderer, whose module holds it as a
 * text. In a thread of its own, because the text is long; the module itself is not run, because it
 * would load all of the package's server side.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { runInNewContext } from 'node:vm'
import { parentPort } from 'node:worker_threads'

const file = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference')
const literal = /^var standalone_default = (".*");$/m.exec(readFileSync(file, 'utf8'))?.[1]
if (literal === undefined) throw new Error(`${file} has no script for browsers`)
const script = runInNewContext(literal).replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')
parentPort.postMessage(new TextEncoder().encode(script))
