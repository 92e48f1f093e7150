//! Running engines, handed to whichever thread needs one and taken back: as many as there are threads at work.

use std::sync::{Arc, Mutex, PoisonError};

use crate::engines::{Claims, Engine, EngineError, Session};

/// The sessions of one run.
pub struct Sessions<'e> {
    engine: &'e dyn Engine,
    idle: Mutex<Vec<Box<dyn Session + 'e>>>,
}

impl std::fmt::Debug for Sessions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sessions").field("engine", &self.engine.name()).finish_non_exhaustive()
    }
}

impl<'e> Sessions<'e> {
    /// No session yet.
    #[must_use]
    pub fn new(engine: &'e dyn Engine) -> Sessions<'e> {
        Sessions { engine, idle: Mutex::new(Vec::new()) }
    }

    /// Starts one, to see whether that is possible.
    ///
    /// # Errors
    /// If it is not.
    pub fn start(&self) -> Result<(), EngineError> {
        if !self.engine.is_reference() {
            let session = self.engine.session()?;
            self.put(session);
        }
        Ok(())
    }

    /// Does something with a session of one's own: none if the engine is the reference itself, an error if it could not
    /// be started.
    pub fn with<T>(&self, act: impl FnOnce(Result<Option<&mut (dyn Session + 'e)>, EngineError>) -> T) -> T {
        if self.engine.is_reference() {
            return act(Ok(None));
        }
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match idle.map_or_else(|| self.engine.session(), Ok) {
            Err(error) => act(Err(error)),
            Ok(mut session) => {
                let result = act(Ok(Some(&mut *session)));
                self.put(session);
                result
            }
        }
    }

    /// One that has played nothing, for as long as it is wanted; none for the reference itself.
    pub fn fresh(&self) -> Option<Box<dyn Session + 'e>> {
        if self.engine.is_reference() { None } else { self.engine.session().ok() }
    }

    /// What the engine claims.
    #[must_use]
    pub fn claims(&self) -> Option<Arc<Claims>> {
        self.engine.claims()
    }

    fn put(&self, session: Box<dyn Session + 'e>) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(session);
    }
}
