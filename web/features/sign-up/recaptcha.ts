interface Grecaptcha {
  readonly ready: (then: () => void) => void;
  readonly render: (place: HTMLElement, options: Readonly<Record<string, unknown>>) => number;
}

const SOURCE = 'https://www.google.com/recaptcha/api.js?render=explicit';
let loading: Promise<Grecaptcha> | undefined;

function load(): Promise<Grecaptcha> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SOURCE;
    script.async = true;
    script.onload = () => {
      const { grecaptcha } = window as unknown as { grecaptcha?: Grecaptcha };
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha));
      else reject(new Error('reCAPTCHA did not load'));
    };
    script.onerror = () => {
      loading = undefined;
      script.remove();
      reject(new Error('reCAPTCHA did not load'));
    };
    document.head.append(script);
  });
  return loading;
}

/** Loads reCAPTCHA from Google and shows it; `tell` gets a proof, or null when it has run out. */
export async function showRecaptcha(
  place: HTMLElement,
  siteKey: string,
  tell: (proof: string | null) => void,
): Promise<void> {
  const { render } = await load();
  render(place, {
    sitekey: siteKey,
    // The narrow one fits a phone of 320 px.
    size: place.clientWidth < 304 ? 'compact' : 'normal',
    callback: tell,
    'expired-callback': () => tell(null),
    'error-callback': () => tell(null),
  });
}
