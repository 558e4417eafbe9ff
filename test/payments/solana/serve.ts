/** A gateway on Solana in a process of its own; its settings are in the environment, as JSON. */
import { assemble } from '../../../runtime/assemble.ts'
import { soldOnSolana } from './sold.ts'

const gateway = await assemble(soldOnSolana, JSON.parse(process.env.SETTINGS ?? ''))
console.log(`serving at ${gateway.url}`)
