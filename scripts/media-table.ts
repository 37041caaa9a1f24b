import { readFileSync, writeFileSync } from 'node:fs'
import { printHelp } from './support/help'
import { mediaPage, withMediaTable } from './support/media-table'

printHelp(`node scripts/run.mjs scripts/media-table.ts

Writes the table of what networks take of pictures and films into ${mediaPage}, from the rules in lib/channels.`)

writeFileSync(mediaPage, withMediaTable(readFileSync(mediaPage, 'utf8')))
