/** What the pages of a gateway run. Each part looks for its own place on the page. */
import { startPaywall } from './paywall.ts'
import { startQuotes } from './quotes.ts'
import { startReference } from './reference.ts'

startQuotes()
startPaywall()
void startReference()
