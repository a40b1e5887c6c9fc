import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Pages whose address has or had a secret in it: they send no Referer header. */
const secretPaths = /^\/(verify|confirm|revert)-email$|^\/reset-password$|^\/auth\//;

/** The sources of reCAPTCHA, when it is offered. */
const recaptcha = {
  scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
};

/**
 * Headers of every reply: no content from other sites, and no scripts inside a page but those named.
 * @param scripts sources of the scripts inside our pages, by their hashes
 * @param overHttps the public address is https, and browsers shall use nothing else
 */
export function securityHeaders({
  overHttps,
  withRecaptcha,
  analyticsHost,
  scripts,
}: {
  readonly overHttps: boolean;
  readonly scripts: readonly string[];
  readonly withRecaptcha: boolean;
  /** The host to which browsers send analytics after a consent; undefined: this server. */
  readonly analyticsHost: string | undefined;
}): RequestHandler {
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...scripts, ...(withRecaptcha ? recaptcha.scripts : [])],
        // Accessible dialogs lock scrolling with a style element of their own. Styles cannot send data anywhere.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        // Sounds that need the access token are fetched and played from memory.
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'", ...(analyticsHost === undefined ? [] : [analyticsHost])],
        workerSrc: ["'self'", 'blob:'],
        ...(withRecaptcha && { frameSrc: recaptcha.frames }),
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: overHttps && { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  return (request, response, next) =>
    protect(request, response, error => {
      response.setHeader(
        'Permissions-Policy',
        'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      );
      if (secretPaths.test(request.path)) response.setHeader('Referrer-Policy', 'no-referrer');
      next(error);
    });
}
