import { readFileSync } from 'node:fs'

export const readExampleText = (routeUrl: string, file: string): string => readFileSync(new URL(file, routeUrl), 'utf8')

/** Reads the JSON example stored next to the route that shows it: `readExample(import.meta.url, './x.json')`. */
export const readExample = <T>(routeUrl: string, file: string): T => JSON.parse(readExampleText(routeUrl, file)) as T
