/** The script of a gateway's pages. Each part runs only if the page has its elements. */
import { startFilter } from './filter.ts'
import { startPaywall } from './paywall.ts'
import { startQuotes } from './quotes.ts'
import { startReference } from './reference.ts'
import { startTabs } from './tabs.ts'

startTabs()
startFilter()
startQuotes()
startPaywall()
void startReference()
