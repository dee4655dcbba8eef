/**
 * What happens before the first screen: configuration, session, and the return from the server's sign-in page.
 * Resolves with the mistakes in config.json if there are any; the app then shows only `ConfigErrorPage`.
 */
import { type Branding, ConfigError, loadConfig } from '#web/api/config.ts';
import { type StartOptions, startApi } from '#web/api/start.ts';
import { setBrand } from '#web/frame/brand.ts';

export async function startSession(options: Omit<StartOptions, 'config'>): Promise<ConfigError | null> {
  try {
    const config = await loadConfig(options.appRoot);
    setBrand(config.branding);
    await Promise.all([startApi({ ...options, config }), applyBranding(config.branding)]);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  // Only an address with an answer of the server's sign-in page needs this code.
  if (/[?&](code|error)=/.test(location.search))
    await (await import('./oauth-flow.ts')).finishAuthorization();
  return null;
}

async function applyBranding(branding: Branding): Promise<void> {
  if (branding.mark !== undefined || branding.ink !== undefined)
    (await import('#web/brand-look.ts')).showBrand(branding);
}
