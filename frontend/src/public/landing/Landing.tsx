import { CalendarDrawing } from './CalendarDrawing';
import { CardSection } from './CardSection';
import { BENEFITS, COMING_SOON, FEATURES } from './content';
import { SupportLink } from './SupportLink';

/** Drawn at build and never shipped as script; `hasSupport` leaves room for the links that the server fills in. */
export function Landing({ hasSupport }: { hasSupport: boolean }) {
  return (
    <>
      <div id="particles" aria-hidden="true" />
      <header className="wide top">
        <Brand />
        <nav aria-label="Account">
          <a className="button quiet" href="/login">
            Login
          </a>
          <a className="button primary" href="/register">
            Sign Up
          </a>
        </nav>
      </header>
      <main>
        <section className="wide hero">
          <p className="eyebrow">For your Facebook Page and Instagram account</p>
          <h1>Your Facebook videos, out on time. Every time.</h1>
          <p className="lead">
            Pagecast schedules, manages and automates the video content of your Facebook Page. Upload today,
            publish all week.
          </p>
          <p className="actions">
            <a className="button primary large" href="/register">
              Get Started
            </a>
            {hasSupport && <SupportLink>Contact Us</SupportLink>}
          </p>
          <CalendarDrawing />
        </section>
        <CardSection
          id="features"
          title="Powerful Features"
          lead="From the upload to the published post, without watching the clock."
          cards={FEATURES}
        />
        <CardSection
          id="benefits"
          title="Why Choose Us"
          lead="Less to set up, less to worry about."
          cards={BENEFITS}
        />
        <CardSection id="soon" title="Coming Soon" lead="What we work on next." cards={COMING_SOON} />
        <section className="wide" aria-labelledby="start">
          <div className="closing">
            <h2 id="start">Plan your week in one sitting.</h2>
            <p>Connect your page, upload your videos, choose their times. Pagecast does the rest.</p>
            <p className="actions">
              <a className="button large" href="/register">
                Get Started Now
              </a>
              {hasSupport && <SupportLink>Contact Support</SupportLink>}
            </p>
          </div>
        </section>
      </main>
      <footer className="wide bottom">
        <Brand />
        <nav aria-label="Footer">
          <a href="/login">Login</a>
          <a href="/register">Sign Up</a>
        </nav>
      </footer>
    </>
  );
}

function Brand() {
  return (
    <a className="brand" href="/">
      <img src="/src/favicon.svg" alt="" width="28" height="28" />
      Pagecast
    </a>
  );
}
