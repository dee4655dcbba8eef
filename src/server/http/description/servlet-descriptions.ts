/** Describes the addresses outside the interface: sign-in, downloads, health. */
import * as people from './people-entities.ts';
import { type Descriptions, download, file, nothing, page, ranges, says, text } from './says.ts';
import { anyObject, boolean, fieldsOf, list, oneOf, record, string } from './shape.ts';

const formBody = { 'application/x-www-form-urlencoded': anyObject };
const pageOrRedirect = { 200: page, 302: nothing };
const authorization = [
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const;

export const servletDescriptions: Descriptions = {
  'GET /oauth2/authorize': says('Asks a person whether a client may act for them', pageOrRedirect, {
    query: authorization,
  }),
  'POST /oauth2/authorize': says('The same by a form', pageOrRedirect, { body: formBody }),
  'POST /oauth2/authorize_submit': says('What the person answered', pageOrRedirect, { body: formBody }),
  'POST /oauth2/token': says(
    'Gives tokens for a code, a refresh token or a JSON web token',
    {
      200: people.oauthTokens,
      400: fieldsOf({ error: string, error_description: string }),
    },
    { body: formBody },
  ),
  'POST /oauth2/sign_in': says('Signs a browser in', pageOrRedirect, { body: formBody }),
  'POST /oauth2/second_factor': says('Takes a one-time code', pageOrRedirect, { body: formBody }),
  'POST /oauth2/passkey_options': says('What a browser asks passkeys', { 200: anyObject }),
  'POST /oauth2/passkey': says('Signs a browser in with a passkey', pageOrRedirect, { body: formBody }),
  'POST /oauth2/sign_out': says('Signs a browser out', pageOrRedirect, { body: formBody }),
  'GET /oauth2/invitation': says('Lets somebody who is invited set a password', pageOrRedirect),
  'POST /oauth2/invitation': says('Sets the password', pageOrRedirect, { body: formBody }),
  'GET /oauth2/page.css': says('The style of these pages', { 200: { 'text/css': string } }),
  'GET /oauth2/passkey.js': says('The script of these pages', { 200: { 'text/javascript': string } }),
  'GET /oauth2/providers': says('Services that people can sign in at, and whether passkeys are used', {
    200: fieldsOf({
      providers: list(fieldsOf({ name: string, label: string })),
      passkeys: boolean,
    }),
  }),
  'GET /oauth2/end_session': says('Ends a sign-in here and there', pageOrRedirect),
  'POST /oauth2/end_session': says('Ends a sign-in here and there', pageOrRedirect, { body: formBody }),
  'GET /oauth2/signed_out': says('Says that it ended', pageOrRedirect),
  'GET /oauth2/external/{provider}/start': says('Goes to sign in at another service', pageOrRedirect),
  'GET /oauth2/external/{provider}/return': says('Comes back from there', pageOrRedirect),
  'POST /oauth2/external/{provider}/back_channel': says(
    'Hears from there that a sign-in ended',
    { 200: nothing },
    { body: formBody },
  ),
  'GET /authentication/token': says(
    'Gives or ends a device token',
    { 201: text, 202: text },
    {
      required: ['applicationName', 'deviceId'],
      query: ['permission', 'deviceDescription', 'revoke'],
    },
  ),
  'GET /nxfile/{repository}/{id}': says('The main file of a document', download, { headers: ranges }),
  'GET /nxfile/{repository}/{id}/{place...}': says('The file that a property points to', download, {
    headers: ranges,
    query: ['inline', 'changeToken'],
  }),
  'GET /nxonce/{code}': says('A file, once, for who made the code', { 200: file }),
  'GET /nxbigblob/{command}': says('The file that a bulk command has made', download, { headers: ranges }),
  'GET /icons/{name...}': says('A small picture for a type', { 200: file }),
  'GET /json/cmis': says('The repositories as CMIS clients ask for them', { 200: record(anyObject) }),
  'GET /health/live': says('Whether the server is alive', {
    200: fieldsOf({ alive: oneOf(true) }),
  }),
  'GET /health/ready': says('Whether the server may be sent calls', {
    200: record(boolean),
    503: record(boolean),
  }),
  'GET /runningstatus': says('Whether the repository answers', { 200: text }, { query: ['info', 'key'] }),
};
