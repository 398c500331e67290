import { join } from 'node:path'
import { freePort } from '../../shared/free-port.ts'
import { requireProgram, type Workshop } from './server-process.ts'

const PROGRAM = '/usr/sbin/nginx'
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** A shared cache before an origin, as docs/cluster.md describes it. */
export async function startNginxCache(workshop: Workshop, origin: string): Promise<string> {
  await requireProgram(PROGRAM, 'nginx-light')
  const port = await freePort()
  const inFolder = (name: string) => join(workshop.folder, `nginx-${name}`)
  const text = `
daemon off;
pid ${inFolder('pid')};
error_log ${inFolder('error.log')};
events { worker_connections 4096; }
http {
  access_log off;
  ${TEMPORARY.map((name) => `${name}_temp_path ${inFolder(name)};`).join('\n  ')}
  proxy_cache_path ${inFolder('cache')} keys_zone=documents:10m max_size=200m use_temp_path=off;
  server {
    listen 127.0.0.1:${port};
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    location / {
      proxy_pass ${origin};
      proxy_cache documents;
      proxy_cache_lock on;
      proxy_cache_use_stale updating;
      proxy_cache_background_update on;
      proxy_cache_bypass $http_authorization;
      proxy_no_cache $http_authorization;
      add_header X-Cache $upstream_cache_status;
    }
    location ~ /stream$ {
      proxy_pass ${origin};
    }
    location ~ /socket$ {
      proxy_pass ${origin};
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header Connection upgrade;
      proxy_set_header Upgrade $http_upgrade;
    }
  }
}
`
  const file = await workshop.write('nginx.conf', text)
  await workshop.serve(port, PROGRAM, '-c', file, '-e', inFolder('start.log'))
  return `http://127.0.0.1:${port}`
}
