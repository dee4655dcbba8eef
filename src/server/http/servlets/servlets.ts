/** All addresses below the base path that are not part of the interface. */
import type { Application } from '../application.ts';
import { oauthServlet } from '../oauth/servlet.ts';
import { bulkFileServlet } from './bulk-file.ts';
import { deviceTokenServlet } from './device-token.ts';
import { downloadServlet } from './download.ts';
import { alive, ready } from './health.ts';
import { iconServlet } from './icon.ts';
import { oneFileServlet } from './one-file.ts';
import { cmisServlet, runningStatus } from './server-info.ts';

interface Servlet {
  readonly method: 'GET' | 'ALL';
  /** `*` matches any rest. */
  readonly path: string;
  readonly answer: (application: Application, request: Request, url: URL) => Promise<Response> | Response;
}

export const servlets: readonly Servlet[] = [
  { method: 'ALL', path: '/oauth2/*', answer: oauthServlet },
  { method: 'GET', path: '/authentication/token', answer: deviceTokenServlet },
  { method: 'GET', path: '/nxfile/*', answer: downloadServlet },
  { method: 'GET', path: '/nxonce/*', answer: oneFileServlet },
  { method: 'GET', path: '/nxbigblob/*', answer: bulkFileServlet },
  { method: 'GET', path: '/icons/*', answer: iconServlet },
  { method: 'GET', path: '/json/cmis', answer: cmisServlet },
  { method: 'GET', path: '/health/live', answer: alive },
  { method: 'GET', path: '/health/ready', answer: ({ readiness }) => ready(readiness) },
  {
    method: 'GET',
    path: '/runningstatus',
    answer: (application, _request, url) => runningStatus(application, url),
  },
];
