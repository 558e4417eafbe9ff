/**
 * `npm run ci`: all checks. Checks that only read files run two at a time, because most of them
 * use one core; the tests follow if none of them failed. `generate` reports the problems of
 * the catalog too, as `check` does; a warning fails.
 */
import { spawn } from 'node:child_process'

const STEPS = [['typecheck'], ['format:check'], ['generate', '--', '--check', '--strict'], ['lint']]
const AT_ONCE = 2

/** Runs a script of package.json; resolves with its exit code. Prints its output at its end. */
function run(script) {
  const start = performance.now()
  const child = spawn('npm', ['run', '--silent', ...script], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => (said += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', code => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      console.log(`\n== ${script[0]}: ${code === 0 ? 'passed' : 'failed'} (${seconds} s)\n${said}`)
      resolve(code ?? 1)
    })
  })
}

const left = [...STEPS]
let isFailed = false
const work = async () => {
  for (let script = left.shift(); script; script = left.shift())
    if ((await run(script)) !== 0) isFailed = true
}
await Promise.all(Array.from({ length: AT_ONCE }, work))
if (isFailed) process.exitCode = 1
else
  spawn('npm', ['test'], { stdio: 'inherit' }).once('close', code => {
    process.exitCode = code ?? 1
  })
