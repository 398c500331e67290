import { readFileSync } from 'node:fs'

/** Reads an example that lies as JSON beside the route that shows it: `readExample(import.meta.url, './x.json')`. */
export const readExample = <T>(routeUrl: string, file: string): T =>
  JSON.parse(readFileSync(new URL(file, routeUrl), 'utf8')) as T
