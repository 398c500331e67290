import type { FastifyInstance, RouteOptions } from 'fastify'
import { AppError } from '../../shared/errors.ts'
import { ROUTE_CLASSES, type RouteClass } from './auth.ts'
import type { ParameterHelp } from './route.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A POST that a token of scope read may send. */
    reads?: boolean
    class?: RouteClass
    /** A file of the documentation page: served, but not part of the contract. */
    page?: boolean
    help?: ParameterHelp
    /** The query parameters that the route declares. */
    parameters?: readonly string[]
  }
  interface FastifyInstance {
    inventory: Inventory
  }
}

export interface InventoryItem {
  method: string
  path: string
  class: RouteClass
  page: boolean
}

/** The routes of this server, as fastify registered them. */
export interface Inventory {
  items: InventoryItem[]
  /** The methods of the resource at this path; empty if there is none. */
  methodsOf(path: string): string[]
  /** Pages of other origins may use these methods of the resource at this path. */
  openMethodsOf(path: string): string[]
}

const pattern = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')
      .replace(/\*/g, '.*')}$`,
  )

/** Collects every route as it is registered; a route without a class stops the boot. */
export function keepInventory(app: FastifyInstance): Inventory {
  const registered: RouteOptions[] = []
  const items: InventoryItem[] = []
  let patterns: { regex: RegExp; items: InventoryItem[] }[] | null = null

  app.addHook('onRoute', (options: RouteOptions) => void registered.push(options))
  // At onReady, because a plugin's scope adds its class after onRoute has seen the route.
  app.addHook('onReady', async () => {
    for (const { method, url, config } of registered) {
      const declared = ROUTE_CLASSES.find((known) => known === config?.class)
      if (!declared) throw new AppError('internal', `route ${String(method)} ${url} declares no class`)
      for (const one of [method].flat())
        items.push({ method: one, path: url, class: declared, page: config?.page ?? false })
    }
  })

  /** `reports/latest` also matches `reports/:filename`: a resource has the methods of every pattern it matches. */
  function itemsOf(path: string): InventoryItem[] {
    patterns ??= [...Map.groupBy(items, (item) => item.path)].map(([of, all]) => ({ regex: pattern(of), items: all }))
    return patterns.filter(({ regex }) => regex.test(path)).flatMap((found) => found.items)
  }

  return {
    items,
    methodsOf(path) {
      const methods = new Set(itemsOf(path).map(({ method }) => method))
      return methods.size === 0 ? [] : [...methods.add('OPTIONS')].sort()
    },
    openMethodsOf(path) {
      // `POST /mcp` is public too, and refuses pages of other origins itself.
      const open = itemsOf(path).filter((item) => item.class === 'public' && item.path !== '/mcp')
      return [...new Set(open.map(({ method }) => method))].sort()
    },
  }
}
