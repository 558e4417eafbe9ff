#!/usr/bin/env node
/** The command `farebox`: `farebox mcp` and `farebox buy`, as `npm run mcp` and `npm run buy`. */
const COMMANDS = { mcp: './mcp.mjs', buy: './buy.mjs' }

const [command = '', ...args] = process.argv.slice(2)
if (Object.hasOwn(COMMANDS, command)) {
  process.argv.splice(2, Infinity, ...args)
  await import(COMMANDS[command])
} else {
  console.error(`farebox ${Object.keys(COMMANDS).join('|')} [options]; --help lists the options`)
  process.exitCode = 2
}
