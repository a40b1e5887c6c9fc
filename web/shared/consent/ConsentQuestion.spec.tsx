// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { defaultPrice, noSiteLinks, type Site } from '../../../facade/site.ts';
import { SiteProvider } from '../site.tsx';
import { DeletionText } from './ConsentQuestion.tsx';

const said = (more: Partial<Site>) => {
  const { unmount } = render(
    <SiteProvider site={{ links: noSiteLinks, price: defaultPrice, ...more }}>
      <DeletionText />
    </SiteProvider>,
  );
  const [text] = screen.getAllByText(/A no/);
  unmount();
  return text?.textContent;
};

test('the text says what a changed choice deletes: everything at a provider, recordings alone on our collector', () => {
  expect(said({})).toMatch(/yes without recording deletes the recordings, and keeps the visits/);
  const provider = { token: 'project-1', host: 'https://provider.example' } as NonNullable<Site['analytics']>;
  expect(said({ analytics: provider })).toMatch(/Mixpanel delete all .* So does a yes without recording/);
});
