// Compiles the contracts of the local chain: `node scripts/devnet/contracts/compile.mjs`. The
// artifacts beside it are committed, so neither the compiler nor OpenZeppelin is needed to run the
// chain.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import solc from 'solc'

const names = ['MockUSDC', 'Multicall3', 'ContractWallet', 'GasBurner', 'UptoProxy']
const here = file => new URL(file, import.meta.url)
const require = createRequire(import.meta.url)

function readImport(path) {
  try {
    return { contents: readFileSync(require.resolve(path), 'utf8') }
  } catch {
    return { error: `not found: ${path}` }
  }
}

const input = {
  language: 'Solidity',
  sources: Object.fromEntries(
    names.map(name => [`${name}.sol`, { content: readFileSync(here(`${name}.sol`), 'utf8') }]),
  ),
  settings: {
    optimizer: { enabled: true, runs: 200 },
    evmVersion: 'cancun',
    metadata: { bytecodeHash: 'none' },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  },
}
const output = JSON.parse(solc.compile(JSON.stringify(input), { import: readImport }))
for (const error of output.errors ?? []) console.error(error.formattedMessage)
if (output.errors?.some(error => error.severity === 'error')) process.exit(1)
for (const name of names) {
  const { abi, evm } = output.contracts[`${name}.sol`][name]
  writeFileSync(
    here(`${name}.json`),
    JSON.stringify({ abi, bytecode: `0x${evm.bytecode.object}` }, null, 1) + '\n',
  )
}
