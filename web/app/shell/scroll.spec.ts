// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scrollToAnchor } from './scroll.ts';

const into = vi.fn();
beforeEach(() => {
  into.mockClear();
  Element.prototype.scrollIntoView = into;
  vi.stubGlobal('scrollTo', vi.fn());
});
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

function section(id: string): HTMLElement {
  const element = document.createElement('section');
  element.id = id;
  return element;
}

test('an anchor that is there is scrolled to at once', () => {
  document.body.append(section('subscription'));
  scrollToAnchor('#subscription');
  expect(into).toHaveBeenCalledTimes(1);
});

test('one that comes later is scrolled to when it comes, once', async () => {
  scrollToAnchor('#subscription');
  expect(into).not.toHaveBeenCalled();
  document.body.append(section('subscription'));
  await expect.poll(() => into.mock.calls.length).toBe(1);
  document.body.append(section('another'));
  await Promise.resolve();
  expect(into).toHaveBeenCalledTimes(1);
});

test('nobody who has begun to look around is moved', async () => {
  scrollToAnchor('#subscription');
  dispatchEvent(new Event('wheel'));
  document.body.append(section('subscription'));
  await Promise.resolve();
  expect(into).not.toHaveBeenCalled();
});

test('a hash that is no encoding breaks nothing', () => {
  expect(() => scrollToAnchor('#%E0%A4%A')()).not.toThrow();
});
