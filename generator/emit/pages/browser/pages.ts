/** The script of a gateway's pages. Each part runs only if the page has its elements. */
import { startPaywall } from './paywall.ts'
import { startQuotes } from './quotes.ts'
import { startReference } from './reference.ts'

startQuotes()
startPaywall()
void startReference()
