import { z } from 'zod'
import { amqpUrls, databaseUrl, integer } from './config-values.ts'

/** The addresses of the database and the broker, spread into ConfigSchema. */
export const CONNECTION_VARIABLES = {
  DATABASE_URL: databaseUrl
    .optional()
    .describe(
      'a Postgres server, or several hosts separated by commas, of which the primary is used; absent: embedded',
    ),
  DATABASE_DIRECT_URL: databaseUrl
    .optional()
    .describe(
      'the same database without the pooler that DATABASE_URL leads to, for notifications, locks of a session, COPY and migrations; given: prepared statements are off at DATABASE_URL',
    ),
  DATABASE_READ_URL: databaseUrl
    .optional()
    .describe('a streaming standby of the same database, which serves public documents; absent: the primary does'),
  DATABASE_READ_LAG_MAX_S: integer(1, 3_600)
    .default(5)
    .describe('seconds that the standby may be behind; further behind it is left for the primary'),
  DATABASE_READER_URL: databaseUrl
    .optional()
    .describe('a login on the same database that may only read, for the verdict; absent: npm run migrate makes one'),
  AMQP_URL: amqpUrls
    .optional()
    .describe(
      'a RabbitMQ server, 3.10 or newer, or the nodes of a cluster separated by commas; absent: the Postgres broker',
    ),
  AMQP_CA_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'PEM file of the authority that signed the certificates of the RabbitMQ servers; absent: those that Node trusts',
    ),
  AMQP_CERT_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('PEM file of the client certificate for RabbitMQ, where it asks for one'),
  AMQP_KEY_FILE: z.string().min(1).optional().describe('PEM file of the key of that certificate'),
}

type Addresses = { DATABASE_URL?: string | undefined; DATABASE_DIRECT_URL?: string | undefined }

/** The address at which a session is exclusive to its client: without the pooler, where there is one. */
export const directDatabaseUrl = ({ DATABASE_URL, DATABASE_DIRECT_URL }: Addresses): string | undefined =>
  DATABASE_DIRECT_URL ?? DATABASE_URL

/** Returns whether DATABASE_URL leads to a pooler. */
export const usesPooler = ({ DATABASE_DIRECT_URL }: Pick<Addresses, 'DATABASE_DIRECT_URL'>): boolean =>
  DATABASE_DIRECT_URL !== undefined
